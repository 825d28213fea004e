package io.taskforge.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Formats the canonical form of a cron expression: six fields, numbers only, in order. */
final class CronText {
  private CronText() {}

  static String of(CronFields fields) {
    return String.join(
        " ",
        values(CronField.SECOND, fields.seconds(), false),
        values(CronField.MINUTE, fields.minutes(), false),
        hours(fields),
        daysOfMonth(fields.days()),
        values(CronField.MONTH, fields.months(), false),
        weekdays(fields.days()));
  }

  /** Ranges and steps make an interval, so fixed times have none and intervals at least one. */
  private static String hours(CronFields fields) {
    if (!fields.interval()) {
      return String.join(",", numbers(fields.hours()).stream().map(String::valueOf).toList());
    }
    return values(CronField.HOUR, fields.hours(), true);
  }

  static String daysOfMonth(CronDays rule) {
    if (rule.everyDayOfMonth()) {
      return "*";
    }
    List<String> items = new ArrayList<>();
    if (rule.days() != 0) {
      items.add(values(CronField.DAY_OF_MONTH, rule.days(), false));
    }
    numbers(rule.nearest()).forEach(day -> items.add(day + "W"));
    numbers(rule.beforeLast()).forEach(days -> items.add(days == 0 ? "L" : "L-" + days));
    if (rule.lastWorkday()) {
      items.add("LW");
    }
    return String.join(",", items);
  }

  private static String weekdays(CronDays rule) {
    if (rule.everyWeekday()) {
      return "*";
    }
    List<String> items = new ArrayList<>();
    if (rule.weekdays() != 0) {
      items.add(values(CronField.WEEKDAY, rule.weekdays(), false));
    }
    numbers(rule.nth()).forEach(bit -> items.add((bit / 5 + 1) + "#" + (bit % 5 + 1)));
    numbers(rule.lastOf()).forEach(day -> items.add(day + "L"));
    return String.join(",", items);
  }

  private static String values(CronField field, long set, boolean withRange) {
    if (set == field.all()) {
      return "*";
    }
    List<Integer> numbers = numbers(set);
    List<String> items = new ArrayList<>();
    boolean ranged = false;
    for (int i = 0; i < numbers.size(); ) {
      int length = stretch(numbers, i);
      int from = numbers.get(i);
      int step = length == 1 ? 0 : numbers.get(i + 1) - from;
      if (length > 2 || (length == 2 && step == 1)) {
        items.add(range(field, from, numbers.get(i + length - 1), step));
        ranged = true;
        i += length;
      } else {
        items.add(String.valueOf(from));
        i++;
      }
    }
    if (withRange && !ranged) {
      int from = numbers.get(0);
      int to = numbers.get(1);
      items.subList(0, 2).clear();
      items.add(0, range(field, from, to, to - from));
    }
    return String.join(",", items);
  }

  /** How many numbers from {@code start} on are evenly spaced. */
  private static int stretch(List<Integer> numbers, int start) {
    int end = start + 1;
    while (end < numbers.size()
        && (end == start + 1
            || numbers.get(end) - numbers.get(end - 1)
                == numbers.get(start + 1) - numbers.get(start))) {
      end++;
    }
    return end - start;
  }

  private static String range(CronField field, int from, int to, int step) {
    if (from == field.min && to + step > field.max) {
      return "*/" + step;
    }
    return from + "-" + to + (step == 1 ? "" : "/" + step);
  }

  static List<Integer> numbers(long set) {
    return BitSet.valueOf(new long[] {set}).stream().boxed().toList();
  }
}
