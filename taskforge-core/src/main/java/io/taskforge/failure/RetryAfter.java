package io.taskforge.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Parses the HTTP header Retry-After: seconds, or a date in any of the three HTTP formats. */
public final class RetryAfter {
  // Ten digits of seconds are three centuries; longer values could overflow a long.
  private static final int MAX_DIGITS = 10;
  private static final int MAX_LENGTH = 64;
  private static final Duration MAX_WAIT = Duration.ofDays(3_650);

  private RetryAfter() {}

  /**
   * Returns the delay, counted from {@code now}: zero for a date in the past, at most ten years,
   * empty if the header cannot be parsed.
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
