package io.taskforge.store;

import io.taskforge.job.Attempt;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.query.WorkerInfo;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.stats.StoreStats;
import io.taskforge.stats.TenantQueue;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Queries of a store. They never block claims or commits, and may be slightly behind them. */
public interface JobQueries {

  /** Returns a job; empty if there is none with this id. */
  Optional<Job> job(JobId id);

  /**
   * Returns these jobs without payloads and results (see {@link JobFilter#withoutPayloads}); omits
   * unknown ids.
   */
  Map<JobId, Job> jobs(List<JobId> ids);

  /** Returns one page of matching jobs, newest id first (keyset pagination). */
  JobPage list(JobFilter filter);

  /** Counts the matching jobs, at most {@code most}; ignores offset and limit. */
  long count(JobFilter filter, long most);

  /** Counts all matching jobs; ignores offset and limit. */
  default long count(JobFilter filter) {
    return count(filter, Long.MAX_VALUE);
  }

  /**
   * Returns the ids, newest first, that end with these hexadecimal digits, at most 20, among the
   * newest {@code scanned} jobs: no index finds an id by its end.
   */
  List<JobId> idsEndingWith(String digits, int scanned);

  /**
   * Returns where jobs ran or ended since {@code from}: the tenants, queues and types that occur
   * together in {@link #statistics}, at most {@code most}.
   */
  List<JobPlace> places(@Nullable TenantId tenant, Instant from, int most);

  /**
   * Returns the latest matching attempts, ordered by job id and history entry, oldest first; the
   * running attempt of a job is its last. There are fewer than the limit if their texts (message,
   * stack trace, explanation, log) reach {@link PageBytes#MAX}.
   */
  List<Attempt> attempts(AttemptFilter filter);

  /** As {@link #attempts(AttemptFilter)}, and reads further pages until the limit is reached. */
  default List<Attempt> allAttempts(AttemptFilter filter) {
    Deque<Attempt> attempts = new ArrayDeque<>();
    List<Attempt> page = attempts(filter);
    while (!page.isEmpty()) {
      for (int i = page.size() - 1; i >= 0; i--) {
        attempts.addFirst(page.get(i));
      }
      int left = filter.limit() - attempts.size();
      int first = page.get(0).number().entry();
      page = left > 0 && first > 1 ? attempts(filter.before(first).limit(left)) : List.of();
    }
    return List.copyOf(attempts);
  }

  /** Returns a job's latest attempts, at most {@code limit}, oldest first. */
  default List<Attempt> attempts(JobId id, int limit) {
    return attempts(AttemptFilter.latest(id, limit));
  }

  /**
   * Returns a job's stays in dead letter queues that have ended, newest first, at most {@link
   * DeadLetterStay#MAX}.
   */
  List<DeadLetterStay> deadLetterStays(JobId id);

  /**
   * Returns the jobs that are held on these leases. Omits jobs that were settled or that another
   * lease has taken over.
   */
  Map<LeaseRef, LeasedJob> leased(Collection<LeaseRef> leases);

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

  /**
   * Counts the due jobs that come before a waiting job in its lane, at most {@code most}; 0 if the
   * job does not wait.
   */
  long ahead(JobId job, int most);

  /** Returns the workers with a heartbeat within three lease durations, ordered by id. */
  List<WorkerInfo> workers();
}
