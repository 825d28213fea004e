package io.taskforge.schedule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;

/**
 * The day-of-month and weekday fields of a cron expression, as bit sets; bit n stands for n.
 *
 * @param days days of the month
 * @param beforeLast days before the last day of the month; bit 0 is the last day
 * @param nearest days whose nearest workday (Monday to Friday, in the same month) matches
 * @param lastWorkday whether the month's last workday matches
 * @param weekdays 1 is Monday, 7 is Sunday
 * @param lastOf weekdays whose last occurrence in the month matches
 * @param nth nth weekdays of the month, see {@link #nthBit}
 */
record CronDays(
    long days,
    long beforeLast,
    long nearest,
    boolean lastWorkday,
    long weekdays,
    long lastOf,
    long nth) {
  private static final long ALL_DAYS = CronField.DAY_OF_MONTH.all();
  private static final long ALL_WEEKDAYS = CronField.WEEKDAY.all();

  CronDays {
    // Redundant with all days; cleared so that equivalent rules are equal.
    if (days == ALL_DAYS) {
      beforeLast = 0;
      nearest = 0;
      lastWorkday = false;
    }
    if (weekdays == ALL_WEEKDAYS) {
      lastOf = 0;
      nth = 0;
    }
  }

  static long nthBit(int weekday, int number) {
    return 1L << ((weekday - 1) * 5 + number - 1);
  }

  boolean everyDayOfMonth() {
    return days == ALL_DAYS;
  }

  boolean everyWeekday() {
    return weekdays == ALL_WEEKDAYS;
  }

  /**
   * The matching days of a month, as a bit set. If both fields are restricted, either is enough.
   */
  long in(YearMonth month) {
    long all = (1L << (month.lengthOfMonth() + 1)) - 2;
    if (everyDayOfMonth()) {
      return everyWeekday() ? all : byWeekday(month) & all;
    }
    return (everyWeekday() ? byDay(month) : byDay(month) | byWeekday(month)) & all;
  }

  private long byDay(YearMonth month) {
    long result = days;
    int length = month.lengthOfMonth();
    for (int n = 0; n < length; n++) {
      if ((beforeLast >>> n & 1) == 1) {
        result |= 1L << (length - n);
      }
    }
    for (int day = 1; nearest != 0 && day <= length; day++) {
      if ((nearest >>> day & 1) == 1) {
        result |= 1L << nearestWorkday(month, day);
      }
    }
    return lastWorkday ? result | 1L << nearestWorkday(month, length) : result;
  }

  private static int nearestWorkday(YearMonth month, int day) {
    DayOfWeek weekday = month.atDay(day).getDayOfWeek();
    if (weekday == DayOfWeek.SATURDAY) {
      return day == 1 ? 3 : day - 1;
    }
    if (weekday == DayOfWeek.SUNDAY) {
      return day == month.lengthOfMonth() ? day - 2 : day + 1;
    }
    return day;
  }

  private long byWeekday(YearMonth month) {
    long result = 0;
    int length = month.lengthOfMonth();
    LocalDate first = month.atDay(1);
    int weekday = first.getDayOfWeek().getValue();
    for (int day = 1; day <= length; day++) {
      boolean last = day + 7 > length;
      if ((weekdays >>> weekday & 1) == 1
          || (last && (lastOf >>> weekday & 1) == 1)
          || (nth & nthBit(weekday, (day + 6) / 7)) != 0) {
        result |= 1L << day;
      }
      weekday = weekday == 7 ? 1 : weekday + 1;
    }
    return result;
  }
}
