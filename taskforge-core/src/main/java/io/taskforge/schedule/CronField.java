package io.taskforge.schedule;

import java.util.List;
import java.util.Locale;

/** A field of a cron expression: its range, its names and its syntax. */
enum CronField {
  SECOND(0, 59, List.of(), ""),
  MINUTE(0, 59, List.of(), ""),
  HOUR(0, 23, List.of(), ""),
  DAY_OF_MONTH(1, 31, List.of(), ", or ?, L, L-3, 15W, LW"),
  MONTH(
      1,
      12,
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
      ""),
  WEEKDAY(
      1, 7, List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun"), ", or ?, 5L, friL, mon#2");

  final int min;
  final int max;
  private final List<String> names;
  private final String more;

  CronField(int min, int max, List<String> names, String more) {
    this.min = min;
    this.max = max;
    this.names = names;
    this.more = more;
  }

  int longestStep() {
    return max - min;
  }

  boolean isOfDays() {
    return this == DAY_OF_MONTH || this == WEEKDAY;
  }

  /** The bit set of all values. */
  long all() {
    return (1L << (max + 1)) - (1L << min);
  }

  /** The value of a name or number, or -1. Sunday is 0 or 7. */
  int value(String text) {
    int named = names.indexOf(text);
    if (named >= 0) {
      return min + named;
    }
    int number = number(text);
    int least = this == WEEKDAY ? 0 : min;
    return number >= least && number <= max ? number : -1;
  }

  /** The value of a number of at most four digits, or -1. */
  static int number(String text) {
    boolean digits =
        !text.isEmpty() && text.length() <= 4 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return digits ? Integer.parseInt(text) : -1;
  }

  /** The name for messages. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The allowed syntax, for messages. */
  String rule() {
    String values =
        this == WEEKDAY
            ? "0 to 7 (1 is Monday, 0 and 7 are Sunday) or mon to sun"
            : min + " to " + max + (names.isEmpty() ? "" : " or jan to dec");
    String range = this == WEEKDAY ? "mon-fri" : this == MONTH ? "3-9" : "5-20";
    return "allowed are *, "
        + values
        + ", a range such as "
        + range
        + ", a step such as */"
        + (this == WEEKDAY ? 2 : 5)
        + more
        + ", and lists of these";
  }
}
