package io.taskforge.remote;

import io.taskforge.failure.ErrorType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt failed in another process.
 *
 * @param type what went wrong, by name; the classifier says whether trying again may help
 * @param message what a person reads; cut at 8 KiB
 * @param retryAfter how long to wait before another attempt, or null; honoured as far as the policy
 *     honours a Retry-After header
 * @param permanent whether the worker knows that trying again is useless; that is final
 * @param stackTrace where it happened, in the form of the worker's language, or null; cut at 16 KiB
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

  /** Returns a failure of this type, about which nothing else is known. */
  public static RemoteFailure of(ErrorType type, String message) {
    return new RemoteFailure(type, message, null, false, null);
  }

  /** Returns this failure with the wait before another attempt. */
  public RemoteFailure retryAfter(Duration wait) {
    return new RemoteFailure(type, message, wait, permanent, stackTrace);
  }

  /** Returns this failure as final, whatever the policy says. */
  public RemoteFailure forGood() {
    return new RemoteFailure(type, message, retryAfter, true, stackTrace);
  }
}
