package io.taskforge.failure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An exception with which a handler classifies its own failure: error type, HTTP status, when to
 * retry, or that a retry is useless.
 *
 * <pre>{@code
 * throw HandlerFailure.of(Errors.RATE_LIMITED, "quota used up").retryIn(ofSeconds(10));
 * throw HandlerFailure.of(ErrorType.of("card_declined"), "no funds").doNotRetry();
 * }</pre>
 */
public final class HandlerFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ReportedError error;
  private @Nullable Duration requestedDelay;
  private @Nullable Duration retryAfter;
  private boolean retryForbidden;

  private HandlerFailure(String message, @Nullable Throwable cause, ReportedError error) {
    super(message, cause);
    this.error = error;
  }

  /** Returns a failure of this type; the classifier determines its kind. */
  public static HandlerFailure of(ErrorType type, String message) {
    return new HandlerFailure(message, null, ReportedError.of(type));
  }

  /** Returns a failure caused by an HTTP response; the status determines its type and kind. */
  public static HandlerFailure ofStatus(int statusCode, String message) {
    return new HandlerFailure(message, null, ReportedError.ofStatus(statusCode));
  }

  /** Returns this failure with a cause. */
  public HandlerFailure causedBy(Throwable cause) {
    return copy(cause, error);
  }

  /** Returns this failure with a kind that overrides the classifier's. */
  public HandlerFailure kind(FailureKind chosen) {
    return copy(getCause(), error.kind(chosen));
  }

  /**
   * Returns this failure with a delay before the next attempt that replaces the policy's. Also
   * retries permanent failures, but not those that the policy never retries. A negative delay
   * counts as zero.
   */
  public HandlerFailure retryIn(Duration delay) {
    HandlerFailure copy = copy(getCause(), error);
    copy.requestedDelay = notNegative(delay);
    return copy;
  }

  /**
   * Returns this failure with the Retry-After of the called service, which the policy honours up to
   * {@code maxRetryAfter}. A negative one counts as zero.
   */
  public HandlerFailure retryAfter(Duration wait) {
    HandlerFailure copy = copy(getCause(), error);
    copy.retryAfter = notNegative(wait);
    return copy;
  }

  /** Returns this failure marked as never to be retried, whatever the policy says. */
  public HandlerFailure doNotRetry() {
    HandlerFailure copy = copy(getCause(), error);
    copy.retryForbidden = true;
    return copy;
  }

  // Throwing here would hide the handler's own failure.
  private static Duration notNegative(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }

  private HandlerFailure copy(@Nullable Throwable cause, ReportedError newError) {
    HandlerFailure copy = new HandlerFailure(String.valueOf(getMessage()), cause, newError);
    copy.requestedDelay = requestedDelay;
    copy.retryAfter = retryAfter;
    copy.retryForbidden = retryForbidden;
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  /** The error type. */
  public ErrorType type() {
    return error.type();
  }

  ReportedError error() {
    return error;
  }

  @Nullable Duration requestedDelay() {
    return requestedDelay;
  }

  @Nullable Duration retryAfter() {
    return retryAfter;
  }

  boolean retryForbidden() {
    return retryForbidden;
  }
}
