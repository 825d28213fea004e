package io.taskforge.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * A response of the misbehaving endpoint.
 *
 * @param status 0 for no response at all
 * @param retryAfter in seconds, or null
 */
record CannedResponse(int status, String body, @Nullable Integer retryAfter) {
  static final CannedResponse NONE = new CannedResponse(0, "", null);

  /** Returns the response to the {@code call}th request to a path, counted from 1. */
  static CannedResponse to(String path, int call) {
    return switch (path) {
      case "/ok" -> of(200, "ok");
      case "/flaky" -> call <= 2 ? of(503, "overloaded") : of(200, "recovered");
      case "/broken" -> of(500, "internal error");
      case "/strict" -> of(422, "the amount must be positive");
      case "/sleepy" -> call == 1 ? NONE : of(200, "awake");
      case "/crowded" ->
          call == 1 ? new CannedResponse(429, "too many requests", 2) : of(200, "accepted");
      case "/charge" -> of(503, "service unavailable");
      case "/tick" -> of(200, "tick " + call);
      default -> of(404, "not found");
    };
  }

  private static CannedResponse of(int status, String body) {
    return new CannedResponse(status, body, null);
  }
}
