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
 * range that ends before it begins goes on at the field's start: {@code fri-mon}, {@code 22-2}.
 * Weekday 1 is Monday; 0 and 7 are Sunday. The days know {@code ?} (the same as {@code *}), {@code
 * L} (the month's last), {@code L-3} (three days before it), {@code 15W} (the workday nearest to
 * the 15th, in the same month), {@code LW} (the last workday), {@code friL} (the last Friday) and
 * {@code mon#2} (the second Monday). If the day of month and the weekday are both restricted, a day
 * that matches either is enough; a field that names all its values is not restricted.
 *
 * <p><b>Zones.</b> Fields are compared with the local time of a zone. What happens where its clock
 * changes depends on the hour field alone. An expression is an <em>interval</em> if the hour field
 * covers all 24 hours, or has {@code *}, a range or a step that stands for two hours or more:
 * <code>*&#47;30 * * * *</code>, {@code 0 9-17 * * *}, <code>0 *&#47;2 * * *</code>. It is
 * <em>fixed</em> if the hour field names single hours only: {@code 30 2 * * *}, {@code 0,30 2,14 *
 * * *}, <code>*&#47;10 2 * * *</code>.
 *
 * <ul>
 *   <li>Where the clock is put forward, local times are left out. Fixed times among them run once,
 *       all together, at the first instant after the gap. An interval leaves them out and goes on.
 *   <li>Where it is put back, local times come twice. A fixed time runs the first time. An interval
 *       runs both times.
 * </ul>
 *
 * <p>Two expressions are equal if they mean the same: the same values in each field, and both fixed
 * or both intervals. {@link #toString} is the same text for all that are equal.
 */
public final class Cron {
  private final String text;
  private final CronFields fields;

  private Cron(String text, CronFields fields) {
    this.text = text;
    this.fields = fields;
  }

  /**
   * Returns the expression that {@code text} spells.
   *
   * @throws InvalidCronException if it is none, or one that never runs; it names every fault
   */
  public static Cron parse(String text) {
    return new Cron(text.strip(), CronParser.parse(text));
  }

  /** The expression as it was given. */
  public String text() {
    return text;
  }

  /** Whether it runs through the hours, and not at single times of day; see the class comment. */
  public boolean isInterval() {
    return fields.interval();
  }

  /**
   * Returns the first occurrence after {@code after}, or nothing if there is none before 31
   * December 2200. Times before 1900 count as 1900.
   */
  public Optional<Instant> next(Instant after, ZoneId zone) {
    return new ZonedCron(fields, zone).next(after);
  }

  /** Returns the first {@code count} occurrences after {@code after}, or as many as there are. */
  public List<Instant> upcoming(Instant after, ZoneId zone, int count) {
    if (count < 0) {
      throw new IllegalArgumentException("count must be 0 or more but was " + count);
    }
    ZonedCron zoned = new ZonedCron(fields, zone);
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

  /** Returns what it means, in words: {@code at 12:00:00 every day}, {@code every 10 seconds}. */
  public String describe() {
    return CronDescription.of(fields);
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
   * Its canonical form: six fields, names as numbers, values in order, macros written out. To keep
   * an expression, keep its {@link #text}: the canonical form of steps that don't fit each other
   * can be longer than {@link #parse} accepts.
   */
  @Override
  public String toString() {
    return CronText.of(fields);
  }
}
