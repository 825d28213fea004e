package io.taskforge.query;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Selects statistics. Stores count by the hour, so the period consists of whole hours.
 *
 * @param from the start of the period, rounded down to the hour
 * @param to the end of the period, exclusive, rounded up to the hour
 * @param step the length of each part of the period, in whole hours; null for a single part
 * @param tenant null for all tenants
 * @param queue null for all queues
 * @param type null for all types
 */
public record StatisticsFilter(
    Instant from,
    Instant to,
    @Nullable Duration step,
    @Nullable TenantId tenant,
    @Nullable QueueName queue,
    @Nullable JobTypeName type) {
  /** The most parts of a period. */
  public static final int MAX_STEPS = 1_000;

  private static final long DAY = 24;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  public StatisticsFilter {
    from = bounded(from).truncatedTo(ChronoUnit.HOURS);
    to = bounded(to).plus(HOUR).minusNanos(1).truncatedTo(ChronoUnit.HOURS);
    if (step != null) {
      if (step.compareTo(HOUR) < 0 || !step.equals(step.truncatedTo(ChronoUnit.HOURS))) {
        throw new IllegalArgumentException("step must be whole hours but was " + step);
      }
      if (steps(from, to, step) > MAX_STEPS) {
        throw new IllegalArgumentException(
            "the period must have at most %d steps but had %d"
                .formatted(MAX_STEPS, steps(from, to, step)));
      }
    }
  }

  /** Selects all statistics of a period. */
  public static StatisticsFilter of(Instant from, Instant to) {
    return new StatisticsFilter(from, to, null, null, null, null);
  }

  /** Selects all statistics that are kept. */
  public static StatisticsFilter all() {
    return of(EARLIEST, LATEST);
  }

  /** Returns this filter with the length of the parts of its period, in whole hours. */
  public StatisticsFilter step(Duration each) {
    return new StatisticsFilter(from, to, each, tenant, queue, type);
  }

  /** Returns this filter for one tenant; null for all. */
  public StatisticsFilter tenant(@Nullable TenantId only) {
    return new StatisticsFilter(from, to, step, only, queue, type);
  }

  /** Returns this filter for one queue; null for all. */
  public StatisticsFilter queue(@Nullable QueueName only) {
    return new StatisticsFilter(from, to, step, tenant, only, type);
  }

  /** Returns this filter for one job type; null for all. */
  public StatisticsFilter type(@Nullable JobTypeName only) {
    return new StatisticsFilter(from, to, step, tenant, queue, only);
  }

  /** The number of parts of a period. */
  public static long steps(Instant from, Instant to, Duration step) {
    long hours = hour(to) - hour(from);
    return hours <= 0 ? 0 : (hours + step.toHours() - 1) / step.toHours();
  }

  /** Returns the number of an instant's hour since 1970-01-01T00:00:00Z. */
  public static long hour(Instant instant) {
    return Math.floorDiv(instant.getEpochSecond(), HOUR.toSeconds());
  }

  /** The first hour, as {@link #hour} counts. */
  public long fromHour() {
    return hour(from);
  }

  /** The hour after the last one. */
  public long toHour() {
    return hour(to);
  }

  /**
   * Returns the start of the whole days (UTC) in the period, as an hour, for stores that also sum
   * by the day. If the parts of the period do not consist of whole days, there are none: this is
   * then {@link #toHour}.
   */
  public long wholeDaysFrom() {
    boolean parts = step == null || (stepHours() % DAY == 0 && fromHour() % DAY == 0);
    long first = Math.floorDiv(fromHour() + DAY - 1, DAY) * DAY;
    return parts && first < toHour() ? first : toHour();
  }

  /** Returns the end of the whole days in the period, as an hour. */
  public long wholeDaysTo() {
    return Math.max(wholeDaysFrom(), Math.floorDiv(toHour(), DAY) * DAY);
  }

  /** Returns the first hour that is kept; statistics are deleted by whole days. */
  public static long oldestHour(Instant oldest) {
    return Math.floorDiv(hour(oldest), DAY) * DAY;
  }

  /** The length of each part of the period in hours. */
  public long stepHours() {
    return step == null ? Math.max(1, toHour() - fromHour()) : step.toHours();
  }

  /** Returns the start of the part with this number; 0 is the first. */
  public Instant start(long part) {
    return from.plus(HOUR.multipliedBy(part * stepHours()));
  }

  private static Instant bounded(Instant instant) {
    return instant.isBefore(EARLIEST) ? EARLIEST : instant.isAfter(LATEST) ? LATEST : instant;
  }
}
