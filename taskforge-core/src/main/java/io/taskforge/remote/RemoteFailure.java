package io.taskforge.remote;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.ReportedError;
import io.taskforge.value.Copyable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failure reported by a remote worker. Immutable. */
public final class RemoteFailure extends Copyable<RemoteFailure> {
  private final ReportedError error;
  private final String message;
  private @Nullable Duration retryAfter;
  private @Nullable String stackTrace;

  private RemoteFailure(ReportedError error, String message) {
    this.error = error;
    this.message = message;
  }

  @Override
  protected void check() {
    if (retryAfter != null && retryAfter.isNegative()) {
      throw new IllegalArgumentException("retryAfter must not be negative but was " + retryAfter);
    }
  }

  /**
   * Returns a failure of this type. The message is truncated to 8 KiB; the classifier determines
   * whether a retry may succeed.
   */
  public static RemoteFailure of(ErrorType type, String message) {
    return of(ReportedError.of(type), message);
  }

  /**
   * Returns a failure with this error. A kind of PERMANENT forbids a retry, whatever the policy.
   */
  public static RemoteFailure of(ReportedError error, String message) {
    return new RemoteFailure(error, message);
  }

  /** Returns this failure with a delay before the next attempt, or without one. */
  public RemoteFailure retryAfter(@Nullable Duration wait) {
    return with(failure -> failure.retryAfter = wait);
  }

  /** Returns this failure with a stack trace in any format, truncated to 16 KiB; or without one. */
  public RemoteFailure stackTrace(@Nullable String trace) {
    return with(failure -> failure.stackTrace = trace);
  }

  /** The error, which the classifier turns into a failure. */
  public ReportedError error() {
    return error;
  }

  public String message() {
    return message;
  }

  /** The delay before the next attempt, or null; honoured like a Retry-After header. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  public @Nullable String stackTrace() {
    return stackTrace;
  }
}
