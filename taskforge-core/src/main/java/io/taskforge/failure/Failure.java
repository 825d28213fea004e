package io.taskforge.failure;

import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A classified failure of one attempt: the input of a retry policy, stored in the job's history.
 * Texts are truncated and made well-formed, so that every failure can be stored.
 *
 * @param type the most specific error type
 * @param alsoKnownAs broader types that match it too: {@code connection_error} for {@code
 *     connection_refused}, {@code http_5xx} for {@code http_503}, the class names of the exception
 *     and its causes
 * @param kind whether a retry may succeed
 * @param message the error message, at most 8 KiB
 * @param statusCode the HTTP status, or null without an HTTP response
 * @param retryAfter the Retry-After of the HTTP response, or null
 * @param requestedDelay the delay requested by the handler, or null
 * @param retryForbidden whether the handler forbids a retry; overrides the policy
 * @param stackTrace the stack trace, at most 16 KiB; empty without an exception
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
  /** The maximum length of a message, in bytes of UTF-8. */
  public static final int MAX_MESSAGE_BYTES = 8 * 1024;

  /** The maximum length of a stack trace, in bytes of UTF-8. */
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

  /** Returns a failure without an exception or an HTTP response. */
  public static Failure of(ErrorType type, FailureKind kind, String message) {
    return new Failure(type, Set.of(), kind, message, null, null, null, false, "");
  }

  /** Returns this failure with the Retry-After of the HTTP response. */
  public Failure withRetryAfter(Duration wait) {
    return with(wait, requestedDelay, retryForbidden);
  }

  /** Returns this failure with a delay that replaces the policy's. */
  public Failure withRequestedDelay(Duration delay) {
    return with(retryAfter, delay, retryForbidden);
  }

  /** Returns this failure marked as never to be retried, whatever the policy says. */
  public Failure withRetryForbidden() {
    return with(retryAfter, requestedDelay, true);
  }

  private Failure with(@Nullable Duration wait, @Nullable Duration delay, boolean forbidden) {
    return new Failure(
        type, alsoKnownAs, kind, message, statusCode, wait, delay, forbidden, stackTrace);
  }

  /**
   * Whether {@code name} is this failure's type, one of its broader types, or {@link
   * ErrorType#ANY}.
   */
  public boolean is(ErrorType name) {
    return type.equals(name) || alsoKnownAs.contains(name) || ErrorType.ANY.equals(name);
  }
}
