package io.taskforge.text;

import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats durations: {@code 500ms}, {@code 30s}, {@code 5m}, {@code PT1H}. */
public final class DurationText {
  /** The syntax, for error messages. */
  public static final String RULE = "a duration such as 500ms, 30s, 5m, 2h, 1d or ISO-8601 PT1M30S";

  // Keeps the ISO parser from reading huge texts.
  private static final int MAX_LENGTH = 64;
  private static final Pattern SHORT = Pattern.compile("(\\d+)(ms|s|m|h|d)");
  private static final Map<String, Integer> MILLIS =
      Map.of("ms", 1, "s", 1_000, "m", 60_000, "h", 3_600_000, "d", 86_400_000);
  private static final BigInteger MAX_MILLIS = BigInteger.valueOf(Long.MAX_VALUE);

  private DurationText() {}

  /**
   * Parses a duration.
   *
   * @throws IllegalArgumentException if it is invalid or exceeds {@link Duration}
   */
  public static Duration parse(String text) {
    if (text.length() <= MAX_LENGTH) {
      Matcher matcher = SHORT.matcher(text);
      if (matcher.matches()) {
        BigInteger millis =
            new BigInteger(matcher.group(1))
                .multiply(BigInteger.valueOf(Objects.requireNonNull(MILLIS.get(matcher.group(2)))));
        if (millis.compareTo(MAX_MILLIS) <= 0) {
          return Duration.ofMillis(millis.longValue());
        }
      } else if (text.startsWith("P") || text.startsWith("-P")) {
        try {
          return Duration.parse(text);
        } catch (DateTimeParseException e) {
          throw new IllegalArgumentException("must be " + RULE, e);
        }
      }
    }
    throw new IllegalArgumentException("must be " + RULE);
  }

  /** Returns the shortest text that {@link #parse} accepts for {@code duration}. */
  public static String format(Duration duration) {
    if (duration.isNegative() || duration.toNanosPart() % 1_000_000 != 0) {
      return duration.toString();
    }
    long seconds = duration.toSeconds();
    if (duration.toNanosPart() != 0) {
      return seconds <= Long.MAX_VALUE / 1_000 - 1
          ? duration.toMillis() + "ms"
          : duration.toString();
    }
    if (seconds > Long.MAX_VALUE / 1_000) {
      return duration.toString();
    }
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3_600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3_600 + "h";
  }

  /**
   * Returns {@code duration} in at most two units, rounded down, for people and not for parsing:
   * {@code 850ms}, {@code 7.25s}, {@code 2h16m}, {@code 41d3h}.
   */
  public static String forPeople(Duration duration) {
    if (duration.isNegative()) {
      // The most negative duration cannot be negated.
      boolean longest = duration.toSeconds() == Long.MIN_VALUE;
      return "-" + forPeople((longest ? duration.plusSeconds(1) : duration).negated());
    }
    long seconds = duration.toSeconds();
    if (seconds == 0) {
      int micros = duration.toNanosPart() / 1_000;
      return micros >= 10_000
          ? micros / 1_000 + "ms"
          : trimmed(micros / 1_000 + "." + threeDigits(micros % 1_000)) + "ms";
    }
    if (seconds < 60) {
      return trimmed(seconds + "." + threeDigits(duration.toMillisPart())) + "s";
    }
    if (seconds < 3_600) {
      return twoUnits(seconds / 60, "m", seconds % 60, "s");
    }
    if (seconds < 86_400) {
      return twoUnits(seconds / 3_600, "h", seconds / 60 % 60, "m");
    }
    return twoUnits(seconds / 86_400, "d", seconds / 3_600 % 24, "h");
  }

  private static String twoUnits(long large, String largeUnit, long small, String smallUnit) {
    return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
  }

  private static String threeDigits(int number) {
    return Integer.toString(1_000 + number).substring(1);
  }

  private static String trimmed(String decimal) {
    int end = decimal.length();
    while (decimal.charAt(end - 1) == '0') {
      end--;
    }
    return decimal.substring(0, decimal.charAt(end - 1) == '.' ? end - 1 : end);
  }
}
