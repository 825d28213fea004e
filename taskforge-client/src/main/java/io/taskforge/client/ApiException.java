package io.taskforge.client;

import io.taskforge.job.TaskForgeException;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call to a server failed: the server rejected it, or gave no answer. A call without an answer
 * may have had its effect.
 */
public final class ApiException extends TaskForgeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String body;
  private final @Nullable Duration retryAfter;

  private ApiException(
      String message,
      int status,
      String body,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** The server answered with an error. */
  static ApiException rejected(int status, String body, @Nullable String retryAfter) {
    boolean seconds = retryAfter != null && retryAfter.matches("\\d{1,6}");
    return new ApiException(
        detail(status, body),
        status,
        body,
        seconds ? Duration.ofSeconds(Long.parseLong(retryAfter)) : null,
        null);
  }

  /** There was no answer, or none of a TaskForge server. */
  static ApiException unanswered(String message, @Nullable Throwable cause) {
    return new ApiException(message, 0, "", null, cause);
  }

  private static String detail(int status, String body) {
    try {
      String detail = Json.read(body).path("detail").asString("");
      return detail.isEmpty() ? "the server answered with status " + status : detail;
    } catch (InvalidJsonException e) {
      return "the server answered with status " + status;
    }
  }

  /** The HTTP status; 0 without an answer. */
  public int status() {
    return status;
  }

  /** The body of the answer: problem details in JSON (RFC 9457); empty without an answer. */
  public String body() {
    return body;
  }

  /** The Retry-After of the answer, or null. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** Whether the same call may succeed later: there was no answer, or the server is overloaded. */
  public boolean isTransient() {
    return status == 0 || status == 408 || status == 429 || status >= 500;
  }
}
