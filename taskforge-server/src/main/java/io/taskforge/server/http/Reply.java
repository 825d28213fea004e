package io.taskforge.server.http;

import io.taskforge.json.strict.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The response to a request. Immutable. */
public final class Reply {
  static final String JSON = "application/json";
  private static final String TEXT = "text/plain; charset=utf-8";

  private final int status;
  private final @Nullable String contentType;
  private final byte[] body;
  private final Map<String, String> headers;

  private Reply(
      int status, @Nullable String contentType, byte[] body, Map<String, String> headers) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = Map.copyOf(headers);
  }

  public static Reply ok(JsonNode json) {
    return json(200, json);
  }

  public static Reply json(int status, JsonNode json) {
    return new Reply(status, JSON, Json.bytes(json), Map.of());
  }

  /** Returns a response with JSON in UTF-8. */
  public static Reply ok(byte[] json) {
    return new Reply(200, JSON, json, Map.of());
  }

  public static Reply text(String text) {
    return text(TEXT, text);
  }

  public static Reply text(String contentType, String text) {
    return new Reply(200, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  public static Reply nothing() {
    return new Reply(204, null, new byte[0], Map.of());
  }

  public static Reply notModified() {
    return new Reply(304, null, new byte[0], Map.of());
  }

  public static Reply problem(Problem problem) {
    Reply reply =
        new Reply(
            problem.status(), "application/problem+json", Json.bytes(problem.json()), Map.of());
    return problem.retryAfter() == null
        ? reply
        : reply.header(
            "Retry-After",
            Long.toString(Math.max(1, problem.retryAfter().plusNanos(999_999_999).toSeconds())));
  }

  public Reply header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Reply(status, contentType, body, more);
  }

  /** Returns this response with a version as its ETag, for optimistic locking with If-Match. */
  public Reply version(long version) {
    return header("ETag", "\"" + version + "\"");
  }

  int status() {
    return status;
  }

  @Nullable String contentType() {
    return contentType;
  }

  byte[] body() {
    return body;
  }

  Map<String, String> headers() {
    return headers;
  }
}
