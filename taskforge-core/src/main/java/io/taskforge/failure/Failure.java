package io.taskforge.failure;

import io.taskforge.text.BoundedText;
import io.taskforge.value.Copyable;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A classified failure of one attempt: the input of a retry policy, stored in the job's history.
 * Texts are truncated and made well-formed, so that every failure can be stored. Immutable.
 */
public final class Failure extends Copyable<Failure> {
  /** The maximum length of a message, in bytes of UTF-8. */
  public static final int MAX_MESSAGE_BYTES = 8 * 1024;

  /** The maximum length of a stack trace, in bytes of UTF-8. */
  public static final int MAX_STACK_BYTES = 16 * 1024;

  private final ErrorType type;
  private final FailureKind kind;
  private final String message;
  private Set<ErrorType> alsoKnownAs = Set.of();
  private String stackTrace = "";
  private @Nullable Integer statusCode;
  private @Nullable Duration retryAfter;
  private @Nullable Duration requestedDelay;
  private boolean retryForbidden;
  private volatile @Nullable FailureFingerprint fingerprint; // computed by the first call

  private Failure(ErrorType type, FailureKind kind, String message) {
    this.type = type;
    this.kind = kind;
    this.message = BoundedText.of(message, MAX_MESSAGE_BYTES);
  }

  @Override
  protected void check() {
    fingerprint = null; // of the failure that this is a copy of
    checkNotNegative("retryAfter", retryAfter);
    checkNotNegative("requestedDelay", requestedDelay);
  }

  private static void checkNotNegative(String name, @Nullable Duration delay) {
    if (delay != null && delay.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative but was " + delay);
    }
  }

  /** Returns a failure without an exception or an HTTP response. */
  public static Failure of(ErrorType type, FailureKind kind, String message) {
    return new Failure(type, kind, message);
  }

  /** Returns this failure with broader types that match it too. */
  public Failure withAlsoKnownAs(Set<ErrorType> broader) {
    return with(failure -> failure.alsoKnownAs = Set.copyOf(broader));
  }

  /** Returns this failure with a stack trace, truncated to 16 KiB. */
  public Failure withStackTrace(String text) {
    return with(failure -> failure.stackTrace = BoundedText.of(text, MAX_STACK_BYTES));
  }

  /** Returns this failure with the HTTP status of the response; null without a response. */
  public Failure withStatusCode(@Nullable Integer status) {
    return with(failure -> failure.statusCode = status);
  }

  /** Returns this failure with the Retry-After of the HTTP response, or without one. */
  public Failure withRetryAfter(@Nullable Duration wait) {
    return with(failure -> failure.retryAfter = wait);
  }

  /** Returns this failure with a delay that replaces the policy's, or without one. */
  public Failure withRequestedDelay(@Nullable Duration delay) {
    return with(failure -> failure.requestedDelay = delay);
  }

  /** Returns this failure marked as never to be retried, whatever the policy says. */
  public Failure withRetryForbidden() {
    return with(failure -> failure.retryForbidden = true);
  }

  /** The most specific error type. */
  public ErrorType type() {
    return type;
  }

  /**
   * Broader types that match it too: {@code connection_error} for {@code connection_refused},
   * {@code http_5xx} for {@code http_503}, the class names of the exception and its causes.
   */
  public Set<ErrorType> alsoKnownAs() {
    return alsoKnownAs;
  }

  /** Whether a retry may succeed. */
  public FailureKind kind() {
    return kind;
  }

  /** The error message, at most 8 KiB. */
  public String message() {
    return message;
  }

  /** The stack trace, at most 16 KiB; empty without an exception. */
  public String stackTrace() {
    return stackTrace;
  }

  /** The HTTP status of the response, or null without one. */
  public @Nullable Integer statusCode() {
    return statusCode;
  }

  /** The Retry-After of the HTTP response, or null without one. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** The delay that the handler asked for instead of the policy's, or null. */
  public @Nullable Duration requestedDelay() {
    return requestedDelay;
  }

  /** Whether the handler forbids a retry; overrides the policy. */
  public boolean retryForbidden() {
    return retryForbidden;
  }

  /** The hash that groups it with other failures of the same cause; computed once. */
  public FailureFingerprint fingerprint() {
    FailureFingerprint known = fingerprint;
    if (known == null) {
      known = FailureFingerprint.of(type.name(), message, stackTrace);
      fingerprint = known;
    }
    return known;
  }

  /**
   * Whether {@code name} is this failure's type, one of its broader types, or {@link
   * ErrorType#ANY}.
   */
  public boolean is(ErrorType name) {
    return type.equals(name) || alsoKnownAs.contains(name) || ErrorType.ANY.equals(name);
  }

  @Override
  public String toString() {
    return "%s (%s): %s".formatted(type, kind, message);
  }
}
