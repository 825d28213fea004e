package io.taskforge.store;

import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.WorkerInfo;
import io.taskforge.stats.AttemptCounts;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.stats.StoreStats;
import io.taskforge.stats.TenantQueue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reading from a store. Never blocks claims or commits; may be a moment behind them. */
public interface JobQueries {
  /** Returns a job as it stands. */
  Optional<Job> job(JobId id);

  /**
   * Returns the current state of these jobs, without payloads and results as {@link
   * JobFilter#withoutPayloads} says; unknown ids are left out.
   */
  Map<JobId, Job> jobs(List<JobId> ids);

  /** Returns the jobs that match, newest id first, one page at a time; see {@link JobPage}. */
  JobPage list(JobFilter filter);

  /** Returns how many jobs match; offset and limit don't count. */
  long count(JobFilter filter);

  /**
   * Returns a job's latest attempts that match, oldest first. There are fewer than the limit where
   * their texts (message, stack trace, explanation and log) reach {@link PageBytes#MAX} before. A
   * running attempt is the last.
   */
  List<Attempt> attempts(AttemptFilter filter);

  /** Returns a job's latest attempts, at most {@code limit}, oldest first. */
  default List<Attempt> attempts(JobId id, int limit) {
    return attempts(AttemptFilter.latest(id, limit));
  }

  /**
   * Returns a job that is held on exactly this lease. Empty once the job was settled, once another
   * lease has taken it over, and where that place of that lease is another job's.
   */
  Optional<LeasedJob> leased(LeaseRef lease, JobId job);

  /** Returns totals over all that is kept. */
  StoreStats stats();

  /**
   * Returns, by tenant and queue, where a job is due or lies dead. Unlike {@link #stats}, it reads
   * nothing of jobs that ended well, and so costs the same however many are kept.
   */
  Map<TenantQueue, QueueLoad> loads();

  /**
   * Returns, by tenant and queue, how attempts ended, from {@code from} until before {@code to}.
   * Where none was retried or given up after retries there is nothing to tell, and it is left out.
   * It reads the period and nothing before it. What ended within moments of either end may count on
   * either side of it.
   */
  Map<TenantQueue, AttemptCounts> attemptCounts(Instant from, Instant to);

  /** Returns how a queue's retries went, from {@code from} until before {@code to}. */
  RetryMetrics retryMetrics(QueueName queue, Instant from, Instant to);

  /** Returns how far a queue's jobs got with their retries, in the same period. */
  RetryPatterns retryPatterns(QueueName queue, Instant from, Instant to);

  /**
   * Returns failed attempts by what they have in common; the largest groups first, among equal ones
   * the one that was seen last.
   */
  List<FailureGroup> failureGroups(FailureGroupFilter filter);

  /** Returns the workers that gave a sign of life within three lease lengths, by id. */
  List<WorkerInfo> workers();
}
