package io.taskforge.remote;

import io.taskforge.job.Payload;
import io.taskforge.job.StoreException;
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
 * <p>Every method throws {@link StoreException} if the store is unavailable or its response was
 * lost. It is then safe to report again with the same token: if the first report was stored, the
 * second is stale.
 */
public interface RemoteWorkers {
  /**
   * Leases due jobs to a worker and registers the worker. Jobs past their deadline are failed
   * instead, so there may be fewer than are due.
   */
  RemoteClaimed claim(RemoteClaim request);

  /**
   * Stores up to {@link RemoteClaim#MAX_LIMIT} results in one transaction; a result whose lease was
   * lost is skipped. Answers are in the order of {@code results}; of two results with the same
   * token, the second is stale.
   */
  List<RemoteSettled> report(List<RemoteResult> results);

  /** Reports one result. */
  default RemoteSettled report(LeaseToken token, RemoteOutcome outcome) {
    return report(List.of(RemoteResult.of(token, outcome))).get(0);
  }

  /** Completes the job; {@code result} is stored with it. */
  default RemoteSettled complete(LeaseToken token, @Nullable Payload result) {
    return report(token, new RemoteOutcome.Completed(result));
  }

  /** Fails the attempt; the retry policy decides what happens next. */
  default RemoteSettled fail(LeaseToken token, RemoteFailure failure) {
    return report(token, new RemoteOutcome.Failed(failure));
  }

  /** Runs the job again after {@code delay}, without using a retry. */
  default RemoteSettled snooze(LeaseToken token, Duration delay) {
    return report(token, new RemoteOutcome.Snoozed(delay, null));
  }

  /**
   * Returns the job to its queue without using a retry, because the worker shuts down or the job
   * should be cancelled. An AT_MOST_ONCE job may have started and is given up.
   */
  default RemoteSettled release(LeaseToken token) {
    return report(token, new RemoteOutcome.Released(true));
  }

  /**
   * Extends leases (heartbeat) to {@code lease} from now, from 1 s to 1 h, each for all unsettled
   * jobs of the same claim. It may be shorter than the time left. Answers are in the order of
   * {@code tokens}, at most {@link RemoteClaim#MAX_LIMIT}.
   */
  List<RemoteExtension> extend(List<LeaseToken> tokens, Duration lease);

  /** Extends one lease; throws a StoreException if a result of its claim is being stored. */
  default RemoteExtension extend(LeaseToken token, Duration lease) {
    RemoteExtension extension = extend(List.of(token), lease).get(0);
    if (extension instanceof RemoteExtension.Busy) {
      throw new StoreException(
          "extend the lease of job " + token.job() + ", it is being settled", true, null);
    }
    return extension;
  }

  /**
   * Returns the same for the jobs of one tenant: claims take no others, and tokens of others are
   * stale.
   */
  RemoteWorkers of(TenantId tenant);
}
