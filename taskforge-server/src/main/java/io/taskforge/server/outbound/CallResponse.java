package io.taskforge.server.outbound;

import io.taskforge.failure.HandlerFailure;
import io.taskforge.failure.RetryAfter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response.
 *
 * @param retryAfterHeader the header Retry-After, or null
 * @param locationHeader the header Location, or null; redirects are not followed
 * @param excerpt the first KiB of the body as printable text; a compressed body is only described
 * @param bytes how many bytes of the body were read
 * @param truncated whether the body was longer
 * @param duration the time from the call to the last byte read
 */
public record CallResponse(
    int status,
    @Nullable String retryAfterHeader,
    @Nullable String locationHeader,
    String excerpt,
    int bytes,
    boolean truncated,
    Duration duration) {
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  public boolean isRedirect() {
    return status >= 300 && status < 400;
  }

  public Optional<String> retryAfter() {
    return Optional.ofNullable(retryAfterHeader);
  }

  public Optional<String> location() {
    return Optional.ofNullable(locationHeader);
  }

  /** Returns why a response is a failure: a redirect, or the excerpt of the body. */
  public String why() {
    return isRedirect()
        ? ": redirects are not followed" + location().map(to -> "; Location: " + to).orElse("")
        : tail();
  }

  /** Returns a colon and the excerpt of the body; empty if there is no body. */
  public String tail() {
    return excerpt.isEmpty() ? "" : ": " + excerpt;
  }

  /** Returns the failure of a response whose status is none of success; without a stack trace. */
  public HandlerFailure failure(String from, InstantSource clock) {
    HandlerFailure failure = HandlerFailure.ofStatus(status, from + why());
    // The stack trace says nothing about the cause.
    failure.setStackTrace(new StackTraceElement[0]);
    return retryAfter()
        .flatMap(header -> RetryAfter.parse(header, clock.instant()))
        .map(failure::retryAfter)
        .orElse(failure);
  }
}
