package io.taskforge.remote;

import io.taskforge.failure.ErrorType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A failure reported by a remote worker.
 *
 * @param type the error type; the classifier determines whether a retry may succeed
 * @param message the error message, truncated to 8 KiB
 * @param retryAfter the delay before the next attempt, or null; honoured like a Retry-After header
 * @param permanent whether the worker forbids a retry; overrides the policy
 * @param stackTrace the stack trace in any format, truncated to 16 KiB, or null
 */
public record RemoteFailure(
    ErrorType type,
    String message,
    @Nullable Duration retryAfter,
    boolean permanent,
    @Nullable String stackTrace) {
  public RemoteFailure {
    if (retryAfter != null && retryAfter.isNegative()) {
      throw new IllegalArgumentException("retryAfter must not be negative but was " + retryAfter);
    }
  }

  /** Returns a failure of this type. */
  public static RemoteFailure of(ErrorType type, String message) {
    return new RemoteFailure(type, message, null, false, null);
  }

  /** Returns this failure with a delay before the next attempt. */
  public RemoteFailure retryAfter(Duration wait) {
    return new RemoteFailure(type, message, wait, permanent, stackTrace);
  }

  /** Returns this failure marked as never to be retried, whatever the policy says. */
  public RemoteFailure doNotRetry() {
    return new RemoteFailure(type, message, retryAfter, true, stackTrace);
  }
}
