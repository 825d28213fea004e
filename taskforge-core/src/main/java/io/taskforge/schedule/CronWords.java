package io.taskforge.schedule;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** A cron expression in English, such as "at 03:00 on Monday to Friday". */
final class CronWords {
  private static final int MAX_TIMES = 6;
  private static final List<String> ORDINALS =
      List.of("first", "second", "third", "fourth", "fifth");

  private CronWords() {}

  static String of(CronFields fields) {
    List<String> parts = new ArrayList<>(List.of(time(fields)));
    String days = days(fields.days());
    if (!days.isEmpty()) {
      parts.add(days);
    }
    if (fields.months() != CronField.MONTH.all()) {
      parts.add("in " + values(fields.months(), CronWords::month));
    }
    return String.join(" ", parts);
  }

  private static String time(CronFields fields) {
    List<Integer> seconds = CronText.numbers(fields.seconds());
    List<Integer> minutes = CronText.numbers(fields.minutes());
    List<Integer> hours = CronText.numbers(fields.hours());
    if (seconds.size() == 1 && minutes.size() * hours.size() <= MAX_TIMES && !fields.interval()) {
      return "at " + times(hours, minutes, seconds.get(0));
    }
    String second = seconds.equals(List.of(0)) ? "" : each("second", CronField.SECOND, seconds);
    boolean everyMinute = minutes.size() == 60;
    String minute =
        everyMinute && !second.isEmpty() ? "" : each("minute", CronField.MINUTE, minutes);
    String hour = hours.size() == 24 && !isOnce(minutes) ? "" : during(hours);
    return String.join(
        " ", List.of(second, minute, hour).stream().filter(part -> !part.isEmpty()).toList());
  }

  private static boolean isOnce(List<Integer> minutes) {
    return minutes.size() == 1;
  }

  private static String times(List<Integer> hours, List<Integer> minutes, int second) {
    List<String> times = new ArrayList<>();
    for (int hour : hours) {
      for (int minute : minutes) {
        times.add(
            second == 0
                ? String.format(Locale.ROOT, "%02d:%02d", hour, minute)
                : String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second));
      }
    }
    return joined(times);
  }

  /** "every 5 minutes", "every minute", or "at minute 5 and 20". */
  private static String each(String unit, CronField field, List<Integer> values) {
    int step = evenStep(field, values);
    if (step == 1) {
      return "every " + unit;
    }
    return step > 1
        ? "every " + step + " " + unit + "s"
        : "at " + unit + " " + joined(values.stream().map(String::valueOf).toList());
  }

  private static String during(List<Integer> hours) {
    int step = evenStep(CronField.HOUR, hours);
    if (step == 1) {
      return "of every hour";
    }
    if (step > 1) {
      return "of every "
          + ORDINALS.get(Math.min(step, 5) - 1).replace("fifth", step + "th")
          + " hour";
    }
    return "in the hours " + runs(hours, hour -> String.format(Locale.ROOT, "%02d", hour));
  }

  /** The step of values that cover the whole field evenly from its first value; 0 if they don't. */
  private static int evenStep(CronField field, List<Integer> values) {
    if (values.size() < 2 || values.get(0) != field.min) {
      return 0;
    }
    int step = values.get(1) - values.get(0);
    for (int i = 1; i < values.size(); i++) {
      if (values.get(i) - values.get(i - 1) != step) {
        return 0;
      }
    }
    return values.get(values.size() - 1) + step > field.max ? step : 0;
  }

  private static String days(CronDays rule) {
    List<String> either = new ArrayList<>();
    if (!rule.everyDayOfMonth()) {
      either.add("on " + daysOfMonth(rule));
    }
    if (!rule.everyWeekday()) {
      either.add("on " + weekdays(rule));
    }
    return either.isEmpty() ? "every day" : String.join(" or ", either);
  }

  private static String daysOfMonth(CronDays rule) {
    List<String> items = new ArrayList<>();
    if (rule.days() != 0) {
      items.add("day " + values(rule.days(), String::valueOf));
    }
    CronText.numbers(rule.nearest()).forEach(day -> items.add("the workday nearest to day " + day));
    CronText.numbers(rule.beforeLast())
        .forEach(n -> items.add(n == 0 ? "the last day" : n + " days before the last day"));
    if (rule.lastWorkday()) {
      items.add("the last workday");
    }
    return joined(items) + " of the month";
  }

  private static String weekdays(CronDays rule) {
    List<String> items = new ArrayList<>();
    if (rule.weekdays() != 0) {
      items.add(values(rule.weekdays(), CronWords::weekday));
    }
    CronText.numbers(rule.nth())
        .forEach(
            bit ->
                items.add(
                    "the " + ORDINALS.get(bit % 5) + " " + weekday(bit / 5 + 1) + " of the month"));
    CronText.numbers(rule.lastOf())
        .forEach(day -> items.add("the last " + weekday(day) + " of the month"));
    return joined(items);
  }

  private static String values(long set, IntFunction<String> name) {
    return runs(CronText.numbers(set), name);
  }

  /** Three or more values in a row are a range. */
  private static String runs(List<Integer> values, IntFunction<String> name) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < values.size(); ) {
      int end = i;
      while (end + 1 < values.size() && values.get(end + 1) == values.get(end) + 1) {
        end++;
      }
      if (end - i >= 2) {
        items.add(name.apply(values.get(i)) + " to " + name.apply(values.get(end)));
        i = end + 1;
      } else {
        items.add(name.apply(values.get(i)));
        i++;
      }
    }
    return joined(items);
  }

  private static String joined(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  private static String weekday(int number) {
    return DayOfWeek.of(number).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  private static String month(int number) {
    return Month.of(number).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }
}
