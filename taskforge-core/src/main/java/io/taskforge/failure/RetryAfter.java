package io.taskforge.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The HTTP header Retry-After: seconds, or a date in any of the three forms that HTTP knows. */
public final class RetryAfter {
  // Ten digits of seconds are three centuries; more is not meant, and would not fit nanoseconds.
  private static final int MAX_DIGITS = 10;
  private static final int MAX_LENGTH = 64;
  private static final Duration MAX_WAIT = Duration.ofDays(3_650);

  private RetryAfter() {}

  /**
   * Returns the wait that {@code header} asks for, counted from {@code now}. Empty if it can't be
   * read; zero for a date that has passed; at most ten years for an absurd one.
   */
  public static Optional<Duration> parse(String header, Instant now) {
    String text = header.strip();
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Optional.of(
          text.length() > MAX_DIGITS
              ? MAX_WAIT
              : bounded(Duration.ofSeconds(Long.parseLong(text))));
    }
    return HttpDate.parse(text, now).flatMap(date -> until(date, now));
  }

  private static Optional<Duration> until(Instant date, Instant now) {
    try {
      return Optional.of(bounded(Duration.between(now, date)));
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
  }
}
