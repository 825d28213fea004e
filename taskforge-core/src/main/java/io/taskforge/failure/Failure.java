package io.taskforge.failure;

import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One failed attempt, as a retry policy sees it and as history keeps it. Texts are bounded and
 * well-formed from the start, so that a failure can always be stored.
 *
 * @param type the most specific name of what went wrong
 * @param alsoKnownAs broader names that a policy may use for it: {@code connection_error} for
 *     {@code connection_refused}, {@code http_5xx} for {@code http_503}, the names of the
 *     exception's classes and of its causes'
 * @param kind whether trying again may help
 * @param message what a person reads; at most 8 KiB
 * @param statusCode the HTTP status, or null where there was no HTTP answer
 * @param retryAfter how long the other side asked us to wait, or null
 * @param requestedDelay the delay that the handler itself asked for, or null
 * @param retryForbidden the handler said "do not retry"; that is final
 * @param stackTrace where it happened, at most 16 KiB; empty where there was no exception
 */
public record Failure(
    ErrorType type,
    Set<ErrorType> alsoKnownAs,
    FailureKind kind,
    String message,
    @Nullable Integer statusCode,
    @Nullable Duration retryAfter,
    @Nullable Duration requestedDelay,
    boolean retryForbidden,
    String stackTrace) {
  /** The longest message that is kept, in bytes of UTF-8. */
  public static final int MAX_MESSAGE_BYTES = 8 * 1024;

  /** The longest stack trace that is kept, in bytes of UTF-8. */
  public static final int MAX_STACK_BYTES = 16 * 1024;

  public Failure {
    alsoKnownAs = Set.copyOf(alsoKnownAs);
    message = BoundedText.of(message, MAX_MESSAGE_BYTES);
    stackTrace = BoundedText.of(stackTrace, MAX_STACK_BYTES);
    if (retryAfter != null && retryAfter.isNegative()) {
      throw new IllegalArgumentException("retryAfter must not be negative but was " + retryAfter);
    }
    if (requestedDelay != null && requestedDelay.isNegative()) {
      throw new IllegalArgumentException(
          "requestedDelay must not be negative but was " + requestedDelay);
    }
  }

  /** Returns a failure with no exception and no HTTP answer behind it. */
  public static Failure of(ErrorType type, FailureKind kind, String message) {
    return new Failure(type, Set.of(), kind, message, null, null, null, false, "");
  }

  /** Returns this failure with the wait that the other side asked for. */
  public Failure withRetryAfter(Duration wait) {
    return new Failure(
        type,
        alsoKnownAs,
        kind,
        message,
        statusCode,
        wait,
        requestedDelay,
        retryForbidden,
        stackTrace);
  }

  /** Returns this failure with the delay that the handler asks for, instead of the policy's. */
  public Failure withRequestedDelay(Duration delay) {
    return new Failure(
        type,
        alsoKnownAs,
        kind,
        message,
        statusCode,
        retryAfter,
        delay,
        retryForbidden,
        stackTrace);
  }

  /** Returns this failure as one that must not be retried, whatever the policy says. */
  public Failure withRetryForbidden() {
    return new Failure(
        type, alsoKnownAs, kind, message, statusCode, retryAfter, requestedDelay, true, stackTrace);
  }

  /**
   * Whether {@code name} is this failure's type, one of its broader names, or {@link
   * ErrorType#ANY}.
   */
  public boolean is(ErrorType name) {
    return type.equals(name) || alsoKnownAs.contains(name) || ErrorType.ANY.equals(name);
  }
}
