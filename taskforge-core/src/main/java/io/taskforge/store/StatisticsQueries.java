package io.taskforge.store;

import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantId;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.stats.StoreStats;
import io.taskforge.stats.TenantQueue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads figures about many jobs: totals, loads, retry statistics and failure groups. */
public interface StatisticsQueries {
  /**
   * Returns where jobs ran or ended since {@code from}: the tenants, queues and types that occur
   * together in {@link #statistics}, at most {@code most}.
   */
  List<JobPlace> places(@Nullable TenantId tenant, Instant from, int most);

  /** Returns totals over all jobs of a tenant, or of all tenants if it is null. */
  StoreStats stats(@Nullable TenantId tenant);

  /** Returns totals over all jobs in the store. */
  default StoreStats stats() {
    return stats(null);
  }

  /**
   * Returns the due jobs and dead letters by tenant and queue. Unlike {@link #stats}, its cost does
   * not depend on the number of other finished jobs.
   */
  Map<TenantQueue, QueueLoad> loads();

  /**
   * Returns how jobs were retried by tenant and queue, from {@code from} (inclusive) to {@code to}
   * (exclusive). Omits places without retries. Reads only the period. Attempts that ended very
   * close to its start or end may be counted on either side.
   */
  Map<TenantQueue, RetryActivity> retryActivity(Instant from, Instant to);

  /**
   * Returns how history entries ended, by part of the period and by category. They are counted in
   * the transaction that writes the entry, and kept for {@link Retention#statistics}, however long
   * the jobs are kept. The cost depends on the length of the period and the number of queues and
   * types, not on the number of jobs.
   */
  List<AttemptTally> statistics(StatisticsFilter filter);

  /**
   * Returns a queue's retry statistics from {@code from} (rounded down to the hour) to {@code to}
   * (exclusive, rounded up to the hour).
   */
  default RetryMetrics retryMetrics(QueueName queue, Instant from, Instant to) {
    StatisticsFilter filter = StatisticsFilter.of(from, to).queue(queue);
    JobFigures figures = JobFigures.of(statistics(filter));
    return new RetryMetrics(
        queue, figures.retries(), figures.retryDelays().average(), filter.from(), filter.to());
  }

  /** Returns a queue's retries by attempt number, in the same period. */
  default RetryPatterns retryPatterns(QueueName queue, Instant from, Instant to) {
    return RetryPatterns.of(statistics(StatisticsFilter.of(from, to).queue(queue)));
  }

  /** Groups failed attempts by fingerprint, largest groups first, then most recent. */
  List<FailureGroup> failureGroups(FailureGroupFilter filter);
}
