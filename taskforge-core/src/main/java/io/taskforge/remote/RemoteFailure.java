package io.taskforge.remote;

import io.taskforge.failure.ErrorType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failure reported by a remote worker. Immutable. */
public final class RemoteFailure {
  private final ErrorType type;
  private final String message;
  private final @Nullable Duration retryAfter;
  private final boolean permanent;
  private final @Nullable String stackTrace;

  private RemoteFailure(
      ErrorType type,
      String message,
      @Nullable Duration retryAfter,
      boolean permanent,
      @Nullable String stackTrace) {
    if (retryAfter != null && retryAfter.isNegative()) {
      throw new IllegalArgumentException("retryAfter must not be negative but was " + retryAfter);
    }
    this.type = type;
    this.message = message;
    this.retryAfter = retryAfter;
    this.permanent = permanent;
    this.stackTrace = stackTrace;
  }

  /**
   * Returns a failure of this type. The message is truncated to 8 KiB; the classifier determines
   * whether a retry may succeed.
   */
  public static RemoteFailure of(ErrorType type, String message) {
    return new RemoteFailure(type, message, null, false, null);
  }

  /** Returns this failure with a delay before the next attempt, or without one. */
  public RemoteFailure retryAfter(@Nullable Duration wait) {
    return new RemoteFailure(type, message, wait, permanent, stackTrace);
  }

  /** Returns this failure marked as never to be retried, whatever the policy says. */
  public RemoteFailure doNotRetry() {
    return new RemoteFailure(type, message, retryAfter, true, stackTrace);
  }

  /** Returns this failure with a stack trace in any format, truncated to 16 KiB; or without one. */
  public RemoteFailure stackTrace(@Nullable String trace) {
    return new RemoteFailure(type, message, retryAfter, permanent, trace);
  }

  public ErrorType type() {
    return type;
  }

  public String message() {
    return message;
  }

  /** The delay before the next attempt, or null; honoured like a Retry-After header. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** Whether the worker forbids a retry; overrides the policy. */
  public boolean permanent() {
    return permanent;
  }

  /** The stack trace, or null. */
  public @Nullable String stackTrace() {
    return stackTrace;
  }
}
