package io.taskforge.schedule;

import io.taskforge.json.Fault;
import io.taskforge.text.BoundedText;
import java.util.List;

/**
 * Parses one field of a cron expression into the fields of this object and collects faults. Used
 * once.
 */
final class CronFieldParser {
  private static final int SHOWN_BYTES = 100;
  private static final int MOST_BEFORE_LAST = 30;

  private final CronField field;
  private final String text;
  private final List<Fault> faults;

  long values;
  boolean several;
  long beforeLast;
  long nearest;
  boolean lastWorkday;
  long lastOf;
  long nth;

  CronFieldParser(CronField field, String text, List<Fault> faults) {
    this.field = field;
    this.text = text;
    this.faults = faults;
  }

  CronFieldParser read() {
    if (text.equals("?") && field.isOfDays()) {
      values = field.all();
      return this;
    }
    for (String item : text.split(",", -1)) {
      if (item.isEmpty()) {
        fault(text, "a list must not have an empty item; " + field.rule());
      } else if (!(field == CronField.DAY_OF_MONTH && ofMonth(item))
          && !(field == CronField.WEEKDAY && ofWeekday(item))) {
        plain(item);
      }
    }
    return this;
  }

  private void plain(String item) {
    int slash = item.indexOf('/');
    String range = slash < 0 ? item : item.substring(0, slash);
    int step = slash < 0 ? 1 : CronField.number(item.substring(slash + 1));
    int dash = range.indexOf('-');
    int from;
    int to;
    if (range.equals("*")) {
      from = field.min;
      to = field.max;
    } else if (dash >= 0) {
      from = field.value(range.substring(0, dash));
      to = field.value(range.substring(dash + 1));
    } else {
      from = field.value(range);
      to = slash < 0 ? from : field.max;
    }
    if (from < 0 || to < 0) {
      fault(item, field.rule());
    } else if (step < 1 || step > field.longestStep()) {
      fault(item, "a step must be from 1 to " + field.longestStep());
    } else {
      add(from, to, step);
    }
  }

  /** A range whose end is before its start wraps around. */
  private void add(int from, int to, int step) {
    int size = field.max - field.min + 1;
    int last = field == CronField.WEEKDAY && to == 0 && from != 0 ? field.max : to;
    if (last < from) {
      last += size;
    }
    int count = 0;
    for (int value = from; value <= last; value += step) {
      int wrapped = value > field.max ? value - size : value;
      values |= 1L << (wrapped < field.min ? field.max : wrapped);
      count++;
    }
    several |= count > 1;
  }

  private boolean ofMonth(String item) {
    if (item.equals("l")) {
      beforeLast |= 1;
    } else if (item.equals("lw")) {
      lastWorkday = true;
    } else if (item.startsWith("l-")) {
      int days = CronField.number(item.substring(2));
      if (days < 1 || days > MOST_BEFORE_LAST) {
        fault(item, "L- must be followed by a number from 1 to " + MOST_BEFORE_LAST);
      } else {
        beforeLast |= 1L << days;
      }
    } else if (item.endsWith("w")) {
      int day = field.value(item.substring(0, item.length() - 1));
      if (day < 0) {
        fault(item, "W must follow a day from 1 to 31, or L");
      } else {
        nearest |= 1L << day;
      }
    } else {
      return false;
    }
    return true;
  }

  private boolean ofWeekday(String item) {
    int hash = item.indexOf('#');
    if (hash >= 0) {
      int day = field.value(item.substring(0, hash));
      int number = CronField.number(item.substring(hash + 1));
      if (day < 0 || number < 1 || number > 5) {
        fault(item, "# must be between a weekday and a number from 1 to 5, as in mon#2");
      } else {
        nth |= CronDays.nthBit(day == 0 ? 7 : day, number);
      }
      return true;
    }
    if (item.endsWith("l")) {
      int day = field.value(item.substring(0, item.length() - 1));
      if (day < 0) {
        fault(item, "L must follow a weekday, as in 5L or friL");
      } else {
        lastOf |= 1L << (day == 0 ? 7 : day);
      }
      return true;
    }
    return false;
  }

  private void fault(String value, String rule) {
    faults.add(new Fault(field.label(), "'" + BoundedText.of(value, SHOWN_BYTES) + "'", rule));
  }
}
