package io.taskforge.failure;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler that knows more about its failure than a plain exception says: its type, its
 * HTTP status, when to try again, or that trying again is useless.
 *
 * <pre>{@code
 * throw HandlerFailure.of(Errors.RATE_LIMITED, "quota used up").retryIn(ofSeconds(10));
 * throw HandlerFailure.of(ErrorType.of("card_declined"), "no funds").doNotRetry();
 * }</pre>
 */
public final class HandlerFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ErrorType type;
  private final @Nullable FailureKind kind;
  private final @Nullable Integer statusCode;
  private final @Nullable Duration requestedDelay;
  private final @Nullable Duration retryAfter;
  private final boolean retryForbidden;

  private HandlerFailure(
      ErrorType type,
      String message,
      @Nullable Throwable cause,
      @Nullable FailureKind kind,
      @Nullable Integer statusCode,
      @Nullable Duration requestedDelay,
      @Nullable Duration retryAfter,
      boolean retryForbidden) {
    super(message, cause);
    this.type = type;
    this.kind = kind;
    this.statusCode = statusCode;
    this.requestedDelay = requestedDelay;
    this.retryAfter = retryAfter;
    this.retryForbidden = retryForbidden;
  }

  /** Returns a failure of this type; its kind is what the classifier knows of the type. */
  public static HandlerFailure of(ErrorType type, String message) {
    return new HandlerFailure(type, message, null, null, null, null, null, false);
  }

  /**
   * Returns a failure by an HTTP answer; its type and kind are what the classifier knows of the
   * status.
   */
  public static HandlerFailure ofStatus(int statusCode, String message) {
    return new HandlerFailure(
        HttpStatuses.type(statusCode), message, null, null, statusCode, null, null, false);
  }

  /** Returns this failure with the exception behind it. */
  public HandlerFailure causedBy(Throwable cause) {
    return copy(cause, kind, requestedDelay, retryAfter, retryForbidden);
  }

  /** Returns this failure with a kind of the handler's choice. */
  public HandlerFailure kind(FailureKind chosen) {
    return copy(getCause(), chosen, requestedDelay, retryAfter, retryForbidden);
  }

  /**
   * Returns this failure with the delay to the next attempt; it replaces the policy's, and asks for
   * a retry even of a permanent failure; what the policy never retries stays so. A negative delay,
   * such as the time to an instant that has passed, counts as zero.
   */
  public HandlerFailure retryIn(Duration delay) {
    return copy(getCause(), kind, notNegative(delay), retryAfter, retryForbidden);
  }

  /**
   * Returns this failure with the wait that the other side asked for; the policy says how far to
   * honour it. A negative one counts as zero.
   */
  public HandlerFailure retryAfter(Duration wait) {
    return copy(getCause(), kind, requestedDelay, notNegative(wait), retryForbidden);
  }

  /** Returns this failure as final, whatever the policy says. */
  public HandlerFailure doNotRetry() {
    return copy(getCause(), kind, requestedDelay, retryAfter, true);
  }

  // Refusing it here would hide the handler's own failure behind another one.
  private static Duration notNegative(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }

  private HandlerFailure copy(
      @Nullable Throwable cause,
      @Nullable FailureKind newKind,
      @Nullable Duration delay,
      @Nullable Duration wait,
      boolean forbidden) {
    HandlerFailure copy =
        new HandlerFailure(
            type, String.valueOf(getMessage()), cause, newKind, statusCode, delay, wait, forbidden);
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  /** The type that the handler gave. */
  public ErrorType type() {
    return type;
  }

  Optional<FailureKind> kind() {
    return Optional.ofNullable(kind);
  }

  @Nullable Integer statusCode() {
    return statusCode;
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
