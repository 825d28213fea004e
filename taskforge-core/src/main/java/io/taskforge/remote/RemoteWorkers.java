package io.taskforge.remote;

import io.taskforge.job.Payload;
import io.taskforge.job.TenantId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves workers in other processes and languages: they claim jobs and report the results.
 * Thread-safe and stateless: a job claimed through one node may be settled through any other with
 * the same store.
 *
 * <p>Reports are treated like results of handlers in this process: the same policies, counters,
 * dead letter queues and listeners apply. A type without a handler in this process has the job's
 * own, its queue's or the default policy. If a worker stops sending heartbeats, its lease expires
 * and any started node rescues its jobs.
 *
 * <p>Every method throws {@link io.taskforge.job.StoreException} if the store is unavailable or its
 * response was lost. It is then safe to report again with the same token: if the first report was
 * stored, the second is stale.
 */
public interface RemoteWorkers {
  /**
   * Leases due jobs to a worker and registers the worker. Jobs past their deadline are failed
   * instead, so there may be fewer than are due.
   */
  List<RemoteJob> claim(RemoteClaim request);

  /**
   * Stores up to {@link RemoteClaim#MAX_LIMIT} results in one transaction; a result whose lease was
   * lost is skipped. Answers are in the order of {@code results}; of two results with the same
   * token, the second is stale.
   */
  List<RemoteSettled> report(List<RemoteResult> results);

  /** Completes the job; {@code result} is stored with it. */
  default RemoteSettled complete(LeaseToken token, @Nullable Payload result) {
    return report(List.of(new RemoteResult.Completed(token, result))).get(0);
  }

  /** Fails the attempt; the retry policy decides what happens next. */
  default RemoteSettled fail(LeaseToken token, RemoteFailure failure) {
    return report(List.of(new RemoteResult.Failed(token, failure))).get(0);
  }

  /** Runs the job again after {@code delay}, without using a retry. */
  RemoteSettled snooze(LeaseToken token, Duration delay);

  /**
   * Returns the job to its queue without using a retry, because the worker shuts down or the job
   * should be cancelled. An AT_MOST_ONCE job may have started and is given up.
   */
  RemoteSettled release(LeaseToken token);

  /**
   * Extends the lease (heartbeat) to {@code lease} from now, from 1 s to 1 h, for all unsettled
   * jobs of the same claim. It may be shorter than the time left.
   */
  RemoteExtension extend(LeaseToken token, Duration lease);

  /**
   * Returns the same for the jobs of one tenant: claims take no others, and tokens of others are
   * stale.
   */
  RemoteWorkers of(TenantId tenant);
}
