package io.taskforge.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression: five fields (minute, hour, day of month, month, weekday) or six (second
 * first), or a macro such as {@code @daily}. Immutable.
 *
 * <p><b>Fields.</b> {@code *}, numbers, names ({@code jan}, {@code mon}, in any case), ranges
 * ({@code 9-17}), steps (<code>*&#47;10</code>, {@code 5-50/5}, {@code 7/15}) and lists of these. A
 * range whose end is before its start wraps around: {@code fri-mon}, {@code 22-2}. Weekday 1 is
 * Monday; 0 and 7 are Sunday. The day fields also accept {@code ?} (the same as {@code *}), {@code
 * L} (the last day of the month), {@code L-3} (three days before it), {@code 15W} (the workday
 * nearest to the 15th, in the same month), {@code LW} (the last workday), {@code friL} (the last
 * Friday) and {@code mon#2} (the second Monday). If day of month and weekday are both restricted, a
 * day that matches either is enough. A field that includes all its values is not restricted.
 *
 * <p><b>Time zones and DST.</b> Fields are compared with the local time of a zone. What happens at
 * a clock change depends on the hour field alone. An expression is an <em>interval</em> if the hour
 * field covers all 24 hours, or has {@code *}, a range or a step that covers two hours or more:
 * <code>*&#47;30 * * * *</code>, {@code 0 9-17 * * *}, <code>0 *&#47;2 * * *</code>. It is
 * <em>fixed</em> if the hour field lists single hours only: {@code 30 2 * * *}, {@code 0,30 2,14 *
 * * *}, <code>*&#47;10 2 * * *</code>.
 *
 * <ul>
 *   <li>DST gap (the clock goes forward and skips local times): skipped fixed times run once,
 *       together, at the first instant after the gap. Intervals do not run in the gap.
 *   <li>DST overlap (the clock goes back and repeats local times): fixed times run the first time
 *       only. Intervals run both times.
 * </ul>
 *
 * <p>Two expressions are equal if they have the same values in each field and are both fixed or
 * both intervals. Equal expressions have the same {@link #toString}.
 */
public final class Cron {
  private final String text;
  private final CronFields fields;

  private Cron(String text, CronFields fields) {
    this.text = text;
    this.fields = fields;
  }

  /**
   * Parses a cron expression.
   *
   * @throws InvalidCronException if it is invalid or never runs; lists every fault
   */
  public static Cron parse(String text) {
    return new Cron(text.strip(), CronParser.parse(text));
  }

  /** The text that was parsed. */
  public String text() {
    return text;
  }

  /** Returns the expression in English, such as "at 03:00 on Monday to Friday". */
  public String describe() {
    return CronWords.of(fields);
  }

  /** Whether this is an interval rather than fixed times of day; see the class comment. */
  public boolean isInterval() {
    return fields.interval();
  }

  /**
   * Returns the first occurrence after {@code after}, or empty if there is none before 31 December
   * 2200. Searches from 1900 at the earliest.
   */
  public Optional<Instant> next(Instant after, ZoneId zone) {
    return new ZonedCron(fields, zone.getRules()).next(after);
  }

  /** Returns up to {@code count} occurrences after {@code after}. */
  public List<Instant> upcoming(Instant after, ZoneId zone, int count) {
    if (count < 0) {
      throw new IllegalArgumentException("count must be 0 or more but was " + count);
    }
    ZonedCron zoned = new ZonedCron(fields, zone.getRules());
    List<Instant> found = new ArrayList<>();
    Optional<Instant> next = Optional.of(after);
    while (found.size() < count) {
      next = zoned.next(next.get());
      if (next.isEmpty()) {
        break;
      }
      found.add(next.get());
    }
    return List.copyOf(found);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cron cron && cron.fields.equals(fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  /**
   * Returns the canonical form: six fields, names as numbers, values in order, macros expanded.
   * Store {@link #text} instead: the canonical form can be longer than {@link #parse} accepts.
   */
  @Override
  public String toString() {
    return CronText.of(fields);
  }
}
