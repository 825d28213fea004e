package io.taskforge.schedule;

import static io.taskforge.schedule.CronField.DAY_OF_MONTH;
import static io.taskforge.schedule.CronField.HOUR;
import static io.taskforge.schedule.CronField.MINUTE;
import static io.taskforge.schedule.CronField.MONTH;
import static io.taskforge.schedule.CronField.SECOND;
import static io.taskforge.schedule.CronField.WEEKDAY;

import io.taskforge.json.Fault;
import io.taskforge.text.BoundedText;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Parses cron expressions and reports all faults at once. */
final class CronParser {
  private static final int MAX_LENGTH = 256;
  private static final String FORM =
      "must have five fields (minute, hour, day of month, month, weekday) or six (second first)";
  private static final Map<String, String> MACROS =
      new TreeMap<>(
          Map.of(
              "@yearly", "0 0 1 1 *",
              "@monthly", "0 0 1 * *",
              "@weekly", "0 0 * * 7",
              "@daily", "0 0 * * *",
              "@midnight", "0 0 * * *",
              "@hourly", "0 * * * *"));
  // The calendar repeats every 400 years: an expression without a match here never matches.
  private static final LocalDate CYCLE_START = LocalDate.of(2000, 1, 1);
  private static final int CYCLE_END = 2399;

  private CronParser() {}

  static CronFields parse(String given) {
    List<Fault> faults = new ArrayList<>();
    if (given.length() > MAX_LENGTH) {
      faults.add(
          new Fault(
              "cron",
              given.length() + " characters",
              "must be at most " + MAX_LENGTH + " characters"));
      throw new InvalidCronException(given.substring(0, MAX_LENGTH), faults);
    }
    String text = given.strip().toLowerCase(Locale.ROOT);
    if (text.startsWith("@")) {
      String meaning = MACROS.get(text);
      if (meaning == null) {
        faults.add(
            new Fault(
                "cron", quoted(text), "must be one of " + String.join(", ", MACROS.keySet())));
        throw new InvalidCronException(given, faults);
      }
      text = meaning;
    }
    String[] parts = text.isEmpty() ? new String[0] : text.split("\\s+", -1);
    if (parts.length != 5 && parts.length != 6) {
      faults.add(new Fault("cron", quoted(text), FORM + ", but has " + parts.length));
      throw new InvalidCronException(given, faults);
    }
    CronFields fields = fields(parts, faults);
    if (faults.isEmpty() && fields.nextDate(CYCLE_START, CYCLE_END) == null) {
      faults.add(never(fields));
    }
    if (!faults.isEmpty()) {
      throw new InvalidCronException(given, faults);
    }
    return fields;
  }

  private static CronFields fields(String[] parts, List<Fault> faults) {
    int at = parts.length - 5;
    CronFieldParser second = new CronFieldParser(SECOND, at == 0 ? "0" : parts[0], faults).read();
    CronFieldParser minute = new CronFieldParser(MINUTE, parts[at], faults).read();
    CronFieldParser hour = new CronFieldParser(HOUR, parts[at + 1], faults).read();
    CronFieldParser day = new CronFieldParser(DAY_OF_MONTH, parts[at + 2], faults).read();
    CronFieldParser month = new CronFieldParser(MONTH, parts[at + 3], faults).read();
    CronFieldParser weekday = new CronFieldParser(WEEKDAY, parts[at + 4], faults).read();
    CronDays days =
        new CronDays(
            day.values,
            day.beforeLast,
            day.nearest,
            day.lastWorkday,
            weekday.values,
            weekday.lastOf,
            weekday.nth);
    boolean interval = hour.several || hour.values == HOUR.all();
    return new CronFields(second.values, minute.values, hour.values, days, month.values, interval);
  }

  private static Fault never(CronFields fields) {
    return new Fault(
        DAY_OF_MONTH.label(),
        quoted(CronText.daysOfMonth(fields.days())),
        "does not exist in " + months(fields.months()) + ", so it would never run");
  }

  private static String months(long set) {
    return CronText.numbers(set).stream()
        .map(month -> Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH))
        .collect(Collectors.joining(", "))
        .replaceFirst(", (\\w+)$", " and $1");
  }

  private static String quoted(String text) {
    return "'" + BoundedText.of(text, 100) + "'";
  }
}
