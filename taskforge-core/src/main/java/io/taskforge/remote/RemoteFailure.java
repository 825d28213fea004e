package io.taskforge.remote;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.value.Copyable;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A failure reported by a remote worker. Immutable. */
public final class RemoteFailure extends Copyable<RemoteFailure> {
  private final ReportedError error;
  private final String message;
  private @Nullable Duration retryAfter;
  private @Nullable Duration retryIn;
  private @Nullable Boolean retried;
  private @Nullable String stackTrace;
  private Set<ErrorType> alsoKnownAs = Set.of();

  private RemoteFailure(ReportedError error, String message) {
    this.error = error;
    this.message = message;
  }

  @Override
  protected void check() {
    checkNotNegative("retryAfter", retryAfter);
    checkNotNegative("retryIn", retryIn);
  }

  private static void checkNotNegative(String name, @Nullable Duration delay) {
    if (delay != null && delay.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative but was " + delay);
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
   * Returns a failure with this error. A kind of PERMANENT forbids a retry, whatever the policy,
   * unless {@link #retryIn} or {@link #retried} says otherwise.
   */
  public static RemoteFailure of(ReportedError error, String message) {
    return new RemoteFailure(error, message);
  }

  /** Returns this failure with the Retry-After of a service that was called, or without one. */
  public RemoteFailure retryAfter(@Nullable Duration wait) {
    return with(failure -> failure.retryAfter = wait);
  }

  /**
   * Returns this failure with a delay that replaces the policy's, or without one. Also retries
   * permanent failures, but not those that the policy never retries.
   */
  public RemoteFailure retryIn(@Nullable Duration delay) {
    return with(failure -> failure.retryIn = delay);
  }

  /**
   * Returns this failure marked as never to be retried (false), or as one that the policy decides
   * on, whatever its kind (true); null if its kind determines that.
   */
  public RemoteFailure retried(@Nullable Boolean byPolicy) {
    return with(failure -> failure.retried = byPolicy);
  }

  /**
   * Returns this failure with further types that match it, such as the class names of an exception
   * and its causes.
   */
  public RemoteFailure alsoKnownAs(Collection<ErrorType> broader) {
    return with(failure -> failure.alsoKnownAs = Set.copyOf(broader));
  }

  /** Returns this failure with a stack trace in any format, truncated to 16 KiB; or without one. */
  public RemoteFailure stackTrace(@Nullable String trace) {
    return with(failure -> failure.stackTrace = trace);
  }

  /** The error, which the classifier turns into a failure. */
  public ReportedError error() {
    return error;
  }

  /** The error message. */
  public String message() {
    return message;
  }

  /** The delay before the next attempt, or null; honoured like a Retry-After header. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** The delay that replaces the policy's, or null. */
  public @Nullable Duration retryIn() {
    return retryIn;
  }

  /** Whether the worker forbids a retry; overrides the policy. */
  public boolean isRetryForbidden() {
    return retried == null ? error.kind() == FailureKind.PERMANENT && retryIn == null : !retried;
  }

  /** Further types that match the failure. */
  public Set<ErrorType> alsoKnownAs() {
    return alsoKnownAs;
  }

  /** The stack trace, or null. */
  public @Nullable String stackTrace() {
    return stackTrace;
  }
}
