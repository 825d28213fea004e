package io.taskforge.store;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The unit of statistics: history entries are counted by hour, tenant, queue, type and category.
 *
 * @param hour the hour in which the entry ended, see {@link StatisticsFilter#hour}
 * @param queue the queue in which it ran, or would have run
 * @param category see {@link AttemptCategory#code}
 */
public record StatisticsCell(
    long hour, TenantId tenant, QueueName queue, JobTypeName type, int category) {
  /**
   * The sums of a cell. Durations are doubles because their sum must not overflow.
   *
   * @param count the number of entries
   */
  public record Sums(long count, double runMicros, double delayMicros) {
    /** One entry without run time and delay. */
    public static final Sums ONE = new Sums(1, 0, 0);

    /** Returns the sum of both. */
    public Sums plus(Sums other) {
      return new Sums(
          count + other.count, runMicros + other.runMicros, delayMicros + other.delayMicros);
    }
  }

  /** Adds the entry of a settlement that is committed at {@code now} to its cell. */
  public static void count(
      Map<StatisticsCell, Sums> cells, Settlement settlement, boolean cancelled, Instant now) {
    AttemptCategory category = category(settlement);
    Duration delay = cancelled ? null : settlement.verdict().delay();
    ClaimedJob job = settlement.job();
    cells.merge(
        new StatisticsCell(
            StatisticsFilter.hour(settlement.finishedAt(now)),
            job.tenant(),
            job.queue(),
            job.type(),
            (cancelled ? category.cancelled() : category).code()),
        new Sums(1, micros(settlement.run().duration()), micros(delay)),
        Sums::plus);
  }

  /** The category of a settlement's entry if the job is not cancelled meanwhile. */
  public static AttemptCategory category(Settlement settlement) {
    ClaimedJob job = settlement.job();
    return AttemptCategory.of(
        job.counters().failures(),
        job.timing().scheduledAt(),
        settlement.run(),
        settlement.verdict());
  }

  private static double micros(@Nullable Duration duration) {
    return duration == null ? 0 : duration.getSeconds() * 1e6 + duration.getNano() / 1e3;
  }

  /** Whether a filter selects this cell. */
  public boolean matches(StatisticsFilter filter) {
    return hour >= filter.fromHour()
        && hour < filter.toHour()
        && (filter.tenant() == null || filter.tenant().equals(tenant))
        && (filter.queue() == null || filter.queue().equals(queue))
        && (filter.type() == null || filter.type().equals(type));
  }
}
