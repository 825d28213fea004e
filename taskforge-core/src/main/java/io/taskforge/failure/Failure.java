package io.taskforge.failure;

import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A classified failure of one attempt: the input of a retry policy, stored in the job's history.
 * Texts are truncated and made well-formed, so that every failure can be stored. Immutable.
 */
public final class Failure {
  /** The maximum length of a message, in bytes of UTF-8. */
  public static final int MAX_MESSAGE_BYTES = 8 * 1024;

  /** The maximum length of a stack trace, in bytes of UTF-8. */
  public static final int MAX_STACK_BYTES = 16 * 1024;

  private final Meaning meaning;
  private final String message;
  private final String stackTrace;
  private final @Nullable Integer statusCode;
  private final Hints hints;

  private record Meaning(ErrorType type, Set<ErrorType> alsoKnownAs, FailureKind kind) {}

  /** What the handler or the HTTP response says about the next attempt. */
  private record Hints(
      @Nullable Duration retryAfter, @Nullable Duration requestedDelay, boolean retryForbidden) {
    private static final Hints NONE = new Hints(null, null, false);

    Hints {
      checkNotNegative("retryAfter", retryAfter);
      checkNotNegative("requestedDelay", requestedDelay);
    }

    private static void checkNotNegative(String name, @Nullable Duration delay) {
      if (delay != null && delay.isNegative()) {
        throw new IllegalArgumentException(name + " must not be negative but was " + delay);
      }
    }
  }

  private Failure(
      Meaning meaning,
      String message,
      String stackTrace,
      @Nullable Integer statusCode,
      Hints hints) {
    this.meaning = meaning;
    this.message = message;
    this.stackTrace = stackTrace;
    this.statusCode = statusCode;
    this.hints = hints;
  }

  /** Returns a failure without an exception or an HTTP response. */
  public static Failure of(ErrorType type, FailureKind kind, String message) {
    return new Failure(
        new Meaning(type, Set.of(), kind),
        BoundedText.of(message, MAX_MESSAGE_BYTES),
        "",
        null,
        Hints.NONE);
  }

  /** Returns this failure with broader types that match it too. */
  public Failure withAlsoKnownAs(Set<ErrorType> broader) {
    Meaning changed = new Meaning(type(), Set.copyOf(broader), kind());
    return new Failure(changed, message, stackTrace, statusCode, hints);
  }

  /** Returns this failure with a stack trace. */
  public Failure withStackTrace(String text) {
    String bounded = BoundedText.of(text, MAX_STACK_BYTES);
    return new Failure(meaning, message, bounded, statusCode, hints);
  }

  /** Returns this failure with the HTTP status of the response; null without a response. */
  public Failure withStatusCode(@Nullable Integer status) {
    return new Failure(meaning, message, stackTrace, status, hints);
  }

  /** Returns this failure with the Retry-After of the HTTP response, or without one. */
  public Failure withRetryAfter(@Nullable Duration wait) {
    return with(new Hints(wait, requestedDelay(), retryForbidden()));
  }

  /** Returns this failure with a delay that replaces the policy's, or without one. */
  public Failure withRequestedDelay(@Nullable Duration delay) {
    return with(new Hints(retryAfter(), delay, retryForbidden()));
  }

  /** Returns this failure marked as never to be retried, whatever the policy says. */
  public Failure withRetryForbidden() {
    return with(new Hints(retryAfter(), requestedDelay(), true));
  }

  private Failure with(Hints changed) {
    return new Failure(meaning, message, stackTrace, statusCode, changed);
  }

  /** The most specific error type. */
  public ErrorType type() {
    return meaning.type;
  }

  /**
   * Broader types that match it too: {@code connection_error} for {@code connection_refused},
   * {@code http_5xx} for {@code http_503}, the class names of the exception and its causes.
   */
  public Set<ErrorType> alsoKnownAs() {
    return meaning.alsoKnownAs;
  }

  /** Whether a retry may succeed. */
  public FailureKind kind() {
    return meaning.kind;
  }

  /** The error message, at most 8 KiB. */
  public String message() {
    return message;
  }

  /** The stack trace, at most 16 KiB; empty without an exception. */
  public String stackTrace() {
    return stackTrace;
  }

  /** The HTTP status, or null without an HTTP response. */
  public @Nullable Integer statusCode() {
    return statusCode;
  }

  /** The Retry-After of the HTTP response, or null. */
  public @Nullable Duration retryAfter() {
    return hints.retryAfter;
  }

  /** The delay requested by the handler, or null. */
  public @Nullable Duration requestedDelay() {
    return hints.requestedDelay;
  }

  /** Whether the handler forbids a retry; overrides the policy. */
  public boolean retryForbidden() {
    return hints.retryForbidden;
  }

  /**
   * Whether {@code name} is this failure's type, one of its broader types, or {@link
   * ErrorType#ANY}.
   */
  public boolean is(ErrorType name) {
    return type().equals(name) || alsoKnownAs().contains(name) || ErrorType.ANY.equals(name);
  }

  @Override
  public String toString() {
    return "%s (%s): %s".formatted(type(), kind(), message);
  }
}
