package io.taskforge.store;

import io.taskforge.audit.AuditLog;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.WorkerId;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where jobs live. Thread-safe; every method is one transaction, durable when it returns, and
 * throws {@link StoreException} if it can't be carried out or its outcome is unknown.
 *
 * <p>The store's clock decides what is due and which lease has run out, never the caller's: callers
 * give durations. Repeating a call whose answer was lost is harmless: ids and fencing tokens see to
 * that. Losing a race is an answer, not an exception. Times and durations are kept to the
 * microsecond.
 */
public interface JobStore extends AutoCloseable {
  /**
   * Stores these jobs, all or none. A job whose idempotency key its tenant has used is not stored,
   * and the answer names the job that was; so it is for a job id that exists, whose answer was
   * lost. Answers are in the order of {@code jobs}.
   */
  List<Enqueued> enqueue(List<NewJob> jobs);

  /**
   * Leases due jobs to a worker: higher priority first; within a queue's priority the tenants in
   * turn, each about as many as the others while it has any; and of a tenant the earlier {@code
   * runAt} first. A job goes to one worker only, and never before it is due, nor while its queue is
   * paused.
   *
   * <p>The answer may be short of what is due where jobs of very many tenants wait: each claim
   * looks at some of them and the next one goes on after those.
   */
  List<ClaimedJob> claim(ClaimRequest request);

  /**
   * Leases to a worker what is held on leases that have run out, its own too (the answer to a claim
   * may have been lost), with new tokens, so that what their holders still report changes nothing.
   * The caller settles each as lost; nothing reads their payloads, so they come with null instead.
   *
   * @param limit how many jobs at most, rounded up to whole leases
   */
  List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit);

  /**
   * Writes how attempts ended: history row, the job's new state and its dead letter data together.
   * A settlement whose lease is no longer its worker's, or that was written before, changes nothing
   * and is answered {@link CommitResult#LEASE_LOST}. A job that would run again, but that somebody
   * asked to cancel while it ran, ends CANCELLED and is answered so. Answers are in the order of
   * the arguments.
   */
  List<CommitResult> commit(List<Settlement> settlements);

  /** Extends a worker's leases, and says which are lost and which jobs somebody wants cancelled. */
  HeartbeatAnswer heartbeat(Heartbeat heartbeat);

  /** Forgets a worker that has stopped; its leases are left to run out or were settled before. */
  void deregister(WorkerId worker);

  /**
   * Changes a job by a person's wish: cancel, retry now, reschedule, cancel retries, redrive. A
   * pending run that is cancelled has an entry in history, with the reason; it is no attempt.
   */
  ChangeResult change(JobId job, JobChange change);

  /**
   * Takes jobs out of their dead letter queues, as {@link JobChange.Redrive} does for one, in a
   * number of statements that does not grow with theirs. Answers are in the order of {@code ids};
   * of an id that comes twice, the second is refused.
   *
   * @param ids at most {@link #MAX_REDRIVE}
   * @param target where to, or null for the queue that each came from
   */
  List<ChangeResult> redrive(List<JobId> ids, @Nullable QueueName target);

  /** Stores how a queue is run; {@code settings} replaces what was there. */
  void putQueue(QueueName queue, QueueSettings settings);

  /**
   * Replaces exactly that version of a queue's settings by the next; empty if they have changed
   * meanwhile.
   *
   * @param version 0 if there must be no such queue yet
   */
  Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings);

  /**
   * Forgets a queue's settings, and that it was paused; its jobs stay. False if nothing was known.
   */
  boolean deleteQueue(QueueName queue);

  /** Pauses or resumes a queue: a paused one gives out no jobs; what runs goes on. */
  void pauseQueue(QueueName queue, boolean paused);

  /** Returns a queue that was put or paused. */
  Optional<Queue> queue(QueueName queue);

  /** Returns every queue that was ever put or paused. */
  List<Queue> queues();

  /**
   * Removes finished jobs that are older than {@code retention} says, with their history, in small
   * transactions of at most {@code limit} jobs; returns how many went. Also removes as many audit
   * entries at most, and does the store's other upkeep, such as making partitions ahead of time.
   */
  int purge(Retention retention, int limit);

  /**
   * Sets what follows when jobs end, before the store is used: every call that ends a job, {@link
   * #commit}, {@link #change} and {@link JdbcTransactions#commit}, stores its follow-ups in the
   * same transaction. It holds for what this object writes: whatever else ends jobs in the same
   * database needs the same.
   *
   * @throws IllegalStateException if there is another already
   */
  void followUps(FollowUps hook);

  /**
   * Writes a small row, to find out whether the store takes writes.
   *
   * @throws StoreException if it does not
   */
  void checkWritable();

  /**
   * Returns what is wrong with the store, judged by its latest calls; empty while it works.
   * Corruption is remembered until the store is opened again.
   */
  Optional<Outage> outage();

  /** The store's time. */
  Instant now();

  /** Reading, for look-ups, lists and statistics. */
  JobQueries queries();

  /** Small resources beside the jobs. */
  DocumentStore documents();

  /** Who did what to all that. */
  AuditLog audit();

  /** Releases what the store holds; a second call does nothing. */
  @Override
  void close();

  /** The most jobs of one bulk redrive. */
  int MAX_REDRIVE = 1_000;

  /**
   * Refuses a bulk redrive of too many jobs.
   *
   * @throws IllegalArgumentException if there are more than {@link #MAX_REDRIVE}
   */
  static void checkRedrive(List<JobId> ids) {
    if (ids.size() > MAX_REDRIVE) {
      throw new IllegalArgumentException(
          "at most " + MAX_REDRIVE + " jobs can be redriven at once but there were " + ids.size());
    }
  }

  /** How long a lease is by default. */
  Duration DEFAULT_LEASE = Duration.ofSeconds(15);
}
