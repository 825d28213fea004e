package io.taskforge.schedule;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes a cron expression in English. */
final class CronDescription {
  private static final int MOST_TIMES = 6;
  private static final List<String> NUMBERS =
      List.of("first", "second", "third", "fourth", "fifth");

  private CronDescription() {}

  static String of(CronFields fields) {
    String time = interval(fields);
    boolean single = time.isEmpty();
    if (single) {
      time = times(fields);
    }
    boolean everyDay = fields.days().everyDayOfMonth() && fields.days().everyWeekday();
    String days = everyDay ? (single ? " every day" : "") : " " + days(fields.days());
    String months =
        fields.months() == CronField.MONTH.all() ? "" : " in " + months(fields.months());
    return time + days + months;
  }

  /** A constant interval, such as "every 10 minutes", or an empty text. */
  private static String interval(CronFields fields) {
    boolean everyHour = fields.hours() == CronField.HOUR.all();
    boolean everyMinute = fields.minutes() == CronField.MINUTE.all();
    if (everyHour && everyMinute) {
      int rhythm = rhythm(fields.seconds(), 60);
      return rhythm == 0 ? "" : every(rhythm, 60, "second", "minute");
    }
    if (fields.seconds() != 1) {
      return "";
    }
    if (everyHour) {
      int rhythm = rhythm(fields.minutes(), 60);
      return rhythm == 0 ? "" : every(rhythm, 60, "minute", "hour");
    }
    int rhythm = fields.minutes() == 1 ? rhythm(fields.hours(), 24) : 0;
    return rhythm == 0 || rhythm == 24 ? "" : every(rhythm, 24, "hour", "day");
  }

  private static String every(int rhythm, int whole, String unit, String larger) {
    if (rhythm == whole) {
      return "every " + larger;
    }
    return rhythm == 1 ? "every " + unit : "every " + rhythm + " " + unit + "s";
  }

  /** The distance between values if they are evenly spaced from 0 and wrap around evenly, or 0. */
  private static int rhythm(long set, int size) {
    int distance = size / Long.bitCount(set);
    long even = 0;
    for (int value = 0; value < size; value += distance) {
      even |= 1L << value;
    }
    return size % distance == 0 && even == set ? distance : 0;
  }

  private static String times(CronFields fields) {
    List<Integer> hours = CronText.numbers(fields.hours());
    List<Integer> minutes = CronText.numbers(fields.minutes());
    List<Integer> seconds = CronText.numbers(fields.seconds());
    if (hours.size() * minutes.size() * seconds.size() > MOST_TIMES) {
      return "at second %s of minute %s of hour %s"
          .formatted(
              values(CronField.SECOND, fields.seconds()),
              values(CronField.MINUTE, fields.minutes()),
              values(CronField.HOUR, fields.hours()));
    }
    List<String> times = new ArrayList<>();
    for (int hour : hours) {
      for (int minute : minutes) {
        for (int second : seconds) {
          times.add(String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second));
        }
      }
    }
    return "at " + listed(times, "and");
  }

  private static String values(CronField field, long set) {
    return CronText.values(field, set, false);
  }

  private static String days(CronDays rule) {
    List<String> parts = new ArrayList<>();
    if (!rule.everyDayOfMonth()) {
      if (rule.days() != 0) {
        boolean one = Long.bitCount(rule.days()) == 1;
        parts.add((one ? "day " : "days ") + values(CronField.DAY_OF_MONTH, rule.days()));
      }
      CronText.numbers(rule.nearest())
          .forEach(day -> parts.add("the workday nearest to day " + day));
      CronText.numbers(rule.beforeLast()).forEach(days -> parts.add(beforeLast(days)));
      if (rule.lastWorkday()) {
        parts.add("the last workday");
      }
      parts.set(parts.size() - 1, parts.get(parts.size() - 1) + " of the month");
    }
    if (!rule.everyWeekday()) {
      CronText.numbers(rule.weekdays()).forEach(day -> parts.add("every " + weekday(day)));
      CronText.numbers(rule.nth())
          .forEach(bit -> parts.add("the " + NUMBERS.get(bit % 5) + " " + weekday(bit / 5 + 1)));
      CronText.numbers(rule.lastOf()).forEach(day -> parts.add("the last " + weekday(day)));
      if (rule.weekdays() == 0) {
        parts.set(parts.size() - 1, parts.get(parts.size() - 1) + " of the month");
      }
    }
    return "on " + listed(parts, "and on");
  }

  private static String beforeLast(int days) {
    return days == 0
        ? "the last day"
        : days + (days == 1 ? " day" : " days") + " before the last day";
  }

  private static String weekday(int day) {
    return DayOfWeek.of(day).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  static String months(long set) {
    return listed(
        CronText.numbers(set).stream()
            .map(month -> Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH))
            .toList(),
        "and");
  }

  private static String listed(List<String> parts, String last) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    return String.join(", ", parts.subList(0, parts.size() - 1))
        + " "
        + last
        + " "
        + parts.get(parts.size() - 1);
  }
}
