package io.taskforge.failure;

import static java.time.temporal.ChronoField.DAY_OF_MONTH;
import static java.time.temporal.ChronoField.DAY_OF_WEEK;
import static java.time.temporal.ChronoField.MONTH_OF_YEAR;
import static java.time.temporal.ChronoField.YEAR;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parses HTTP dates: RFC 1123, and the obsolete RFC 850 and asctime formats. */
final class HttpDate {
  // RFC 9110: a two-digit year more than 50 years ahead is in the past.
  private static final int YEARS_AHEAD = 50;
  private static final long SECONDS_A_YEAR = 31_556_952;
  // Spelled out, because the locale data's short names differ between JDK versions.
  private static final Map<Long, String> DAYS = names("Mon Tue Wed Thu Fri Sat Sun");
  private static final Map<Long, String> LONG_DAYS =
      names("Monday Tuesday Wednesday Thursday Friday Saturday Sunday");
  private static final Map<Long, String> MONTHS =
      names("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec");
  private static final DateTimeFormatter ASCTIME =
      new DateTimeFormatterBuilder()
          .appendText(DAY_OF_WEEK, DAYS)
          .appendLiteral(' ')
          .appendText(MONTH_OF_YEAR, MONTHS)
          .appendLiteral(' ')
          .padNext(2)
          .appendValue(DAY_OF_MONTH)
          .appendPattern(" HH:mm:ss uuuu")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private HttpDate() {}

  private static Map<Long, String> names(String names) {
    Map<Long, String> byNumber = new HashMap<>();
    for (String name : names.split(" ", -1)) {
      byNumber.put(byNumber.size() + 1L, name);
    }
    return byNumber;
  }

  /** Returns the instant, or empty if {@code text} is not an HTTP date. */
  static Optional<Instant> parse(String text, Instant now) {
    return rfc1123(text).or(() -> rfc850(text, now)).or(() -> local(ASCTIME, text));
  }

  private static Optional<Instant> rfc1123(String text) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> rfc850(String text, Instant now) {
    // Computed, because an Instant may be outside the range of LocalDate.
    long year = 1970 + now.getEpochSecond() / SECONDS_A_YEAR;
    int latest = (int) Math.max(100, Math.min(9_999, year + YEARS_AHEAD));
    DateTimeFormatter format =
        new DateTimeFormatterBuilder()
            .appendText(DAY_OF_WEEK, LONG_DAYS)
            .appendPattern("', 'dd-")
            .appendText(MONTH_OF_YEAR, MONTHS)
            .appendLiteral('-')
            .appendValueReduced(YEAR, 2, 2, LocalDate.of(latest - 99, 1, 1))
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    return local(format, text);
  }

  private static Optional<Instant> local(DateTimeFormatter format, String text) {
    try {
      return Optional.of(format.parse(text, LocalDateTime::from).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
