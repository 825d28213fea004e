package io.taskforge.store;

import io.taskforge.audit.AuditLog;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores jobs, their history and their queues. Thread-safe; every method is one transaction,
 * durable when it returns, and throws {@link StoreException} if it fails or its outcome is unknown.
 *
 * <p>The store's clock, never the caller's, decides which jobs are due and which leases have
 * expired: callers give durations. A call whose answer was lost can be repeated safely, because of
 * ids and fencing tokens. Losing a race is an answer, not an exception. Times and durations are
 * kept to the microsecond.
 */
public interface JobStore extends WorkerStore, QueueStore, StoreMaintenance, AutoCloseable {
  /**
   * Stores these jobs, all or none. A job whose idempotency key its tenant has used before is not
   * stored, and the answer names the existing job; the same applies to a job id that exists.
   * Answers are in the order of {@code jobs}.
   */
  List<Enqueued> enqueue(List<NewJob> jobs);

  /**
   * Changes a job on request: cancel, retry now, reschedule, cancel retries, dead-letter, redrive.
   * Cancelling or dead-lettering a job that does not run adds an entry with the reason to its
   * history; it does not count as an attempt.
   */
  ChangeResult change(JobId job, JobChange change);

  /**
   * Queues finished jobs again, as {@link JobChange.Redrive} and {@link JobChange.RetryNow} do for
   * one, with a fixed number of statements. Answers are in the order of {@code ids}; the second
   * occurrence of an id is refused.
   *
   * @param ids at most {@link #MAX_REDRIVE}
   */
  List<ChangeResult> restart(List<JobId> ids, JobRestart how);

  /** Redrives jobs from their dead letter queues; see {@link #restart}. */
  default List<ChangeResult> redrive(List<JobId> ids, @Nullable QueueName target) {
    return restart(ids, new JobRestart(JobState.DEAD, target));
  }

  /**
   * Sets the follow-up rules, before the store is used: every call that ends a job, {@link
   * #commit}, {@link #change} and {@link JdbcTransactions#commit}, stores its follow-ups in the
   * same transaction. The rules apply to this object only: other processes that end jobs in the
   * same database need the same rules.
   *
   * @throws IllegalStateException if other rules are set already
   */
  void followUps(FollowUps hook);

  /**
   * Calls {@code wake} soon after another process has stored jobs, as a hint that a claim is worth
   * while; a store that can't know does nothing.
   *
   * @return a handle that stops notifications
   */
  default Runnable onArrival(Runnable wake) {
    return () -> {};
  }

  /** Returns the read side: jobs, lists and statistics. */
  JobQueries queries();

  /** Returns the store of small resources such as schedules and named policies. */
  DocumentStore documents();

  /** Returns the audit log. */
  AuditLog audit();

  /** Closes the store; a second call does nothing. */
  @Override
  void close();

  /** The most jobs of one bulk redrive. */
  int MAX_REDRIVE = 1_000;

  /**
   * Checks the size of a bulk redrive.
   *
   * @throws IllegalArgumentException if there are more than {@link #MAX_REDRIVE}
   */
  static void checkRedrive(List<JobId> ids) {
    if (ids.size() > MAX_REDRIVE) {
      throw new IllegalArgumentException(
          "at most " + MAX_REDRIVE + " jobs can be redriven at once but there were " + ids.size());
    }
  }

  /** The default lease duration. */
  Duration DEFAULT_LEASE = Duration.ofSeconds(15);
}
