package io.taskforge.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * A parsed cron expression: a bit set for each field, in local time.
 *
 * @param interval whether this is an interval rather than fixed times; see {@link Cron}
 */
record CronFields(
    long seconds, long minutes, long hours, CronDays days, long months, boolean interval) {
  private static final int NONE = 64;

  /** The first matching local time at or after {@code from}, or null if none until that year. */
  @Nullable LocalDateTime next(LocalDateTime from, int lastYear) {
    LocalDate date = nextDate(from.toLocalDate(), lastYear);
    if (date == null) {
      return null;
    }
    if (date.equals(from.toLocalDate())) {
      LocalTime time = nextTime(from.toLocalTime());
      if (time != null) {
        return date.atTime(time);
      }
      date = nextDate(date.plusDays(1), lastYear);
    }
    return date == null ? null : date.atTime(first(hours), first(minutes), first(seconds));
  }

  @Nullable LocalDate nextDate(LocalDate from, int lastYear) {
    YearMonth month = YearMonth.from(from);
    long earlier = (1L << from.getDayOfMonth()) - 1;
    while (month.getYear() <= lastYear) {
      if ((months >>> month.getMonthValue() & 1) == 1) {
        long matching = days.in(month) & ~earlier;
        if (matching != 0) {
          return month.atDay(Long.numberOfTrailingZeros(matching));
        }
      }
      earlier = 0;
      month = month.plusMonths(1);
    }
    return null;
  }

  private @Nullable LocalTime nextTime(LocalTime from) {
    int hour = atLeast(hours, from.getHour());
    if (hour == from.getHour()) {
      int minute = atLeast(minutes, from.getMinute());
      if (minute == from.getMinute()) {
        int second = atLeast(seconds, from.getSecond());
        if (second != NONE) {
          return LocalTime.of(hour, minute, second);
        }
        minute = atLeast(minutes, minute + 1);
      }
      if (minute != NONE) {
        return LocalTime.of(hour, minute, first(seconds));
      }
      hour = atLeast(hours, hour + 1);
    }
    return hour == NONE ? null : LocalTime.of(hour, first(minutes), first(seconds));
  }

  /** The smallest value of the set that is at least {@code from}, or {@link #NONE}. */
  private static int atLeast(long set, int from) {
    return Long.numberOfTrailingZeros(set & (-1L << from));
  }

  private static int first(long set) {
    return Long.numberOfTrailingZeros(set);
  }
}
