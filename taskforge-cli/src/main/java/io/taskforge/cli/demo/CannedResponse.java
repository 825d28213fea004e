package io.taskforge.cli.demo;

import org.jspecify.annotations.Nullable;

/**
 * What the misbehaving endpoint answers.
 *
 * @param status 0 to say nothing at all
 * @param retryAfter in seconds, or null
 */
record CannedResponse(int status, String body, @Nullable Integer retryAfter) {
  static final CannedResponse SILENCE = new CannedResponse(0, "", null);

  /** Returns the answer to the {@code call}th call of a path, from 1. */
  static CannedResponse to(String path, int call) {
    return switch (path) {
      case "/ok" -> of(200, "all is well");
      case "/flaky" -> call <= 2 ? of(503, "overloaded") : of(200, "recovered");
      case "/broken" -> of(500, "out of order");
      case "/strict" -> of(422, "the amount must be positive");
      case "/sleepy" -> call == 1 ? SILENCE : of(200, "awake now");
      case "/crowded" ->
          call == 1 ? new CannedResponse(429, "one at a time, please", 2) : of(200, "your turn");
      case "/charge" -> of(503, "perhaps charged, perhaps not");
      case "/tick" -> of(200, "tick " + call);
      default -> of(404, "nobody lives here");
    };
  }

  private static CannedResponse of(int status, String body) {
    return new CannedResponse(status, body, null);
  }
}
