package io.taskforge.job;

import java.sql.Connection;
import java.util.Optional;

/** The job that a handler runs: its data, its lease, and ways to report progress. Thread-safe. */
public interface JobContext {
  /** The id of the job, the same for all attempts. */
  JobId jobId();

  /** The queue from which the job was claimed. */
  QueueName queue();

  /** The job type, which selected this handler. */
  JobTypeName type();

  /** The tenant that the job belongs to. */
  TenantId tenant();

  /**
   * The number of this attempt since the job was enqueued, redriven, or retried by hand after it
   * had finished; 1 is the first. Lost, interrupted and snoozed attempts count; a run that never
   * started does not.
   */
  int attempt();

  /** As {@link #attempt}, since the job was enqueued: equal to it until the first redrive. */
  int totalAttempts();

  /** The failures, lost leases and interruptions before this attempt. */
  Counters counters();

  /**
   * The same for all attempts of this job, and different for every other job: the caller's own key,
   * or the job's id. For receivers that drop duplicates.
   */
  String idempotencyKey();

  /**
   * The lease's fencing token, greater than that of every earlier attempt of this job. A system
   * that remembers the greatest token can reject a worker that was declared dead and came back.
   */
  long fencingToken();

  /**
   * The W3C trace context to send with calls that this attempt makes: the attempt's span if the
   * worker creates spans, else the trace that the job continues; empty if it has none.
   */
  Optional<TraceContext> trace();

  /** The failure that this attempt follows; empty on a first attempt. Reads the store. */
  Optional<JobError> lastFailure();

  /** Whether cancellation of this job was requested. The handler's thread is interrupted too. */
  boolean isCancelled();

  /**
   * Whether this worker lost the job: another may be running it, and no result will be accepted.
   */
  boolean isLeaseLost();

  /** Reports progress from 0 to 1; the last value is kept with the attempt. */
  void progress(double share);

  /**
   * Stores a log line with the attempt: at most 100 lines of 1 KiB; further lines are only counted.
   */
  void log(String line);

  /**
   * Completes the job in the handler's own transaction on the job store's database: what the
   * handler wrote there and the job's completion are committed together or not at all. The handler
   * must return normally after its commit.
   *
   * @throws LeaseLostException if this worker has lost the job: roll back
   * @throws IllegalStateException if the store is not in a database
   */
  void completeIn(Connection transaction);
}
