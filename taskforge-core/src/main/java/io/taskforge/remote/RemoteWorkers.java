package io.taskforge.remote;

import io.taskforge.job.Payload;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server needs for workers in other processes and languages: they claim jobs, and report how
 * each went. Thread-safe, and nothing is kept between calls: a job that was claimed through one
 * node may be settled through another, as long as both have the same store.
 *
 * <p>What is reported is judged like the end of a handler in this process, by the same policies,
 * counters and dead letter queues, and listeners are told of it. A type that this process has no
 * handler for has the job's own, its queue's or the default policy. A worker that falls silent is
 * noticed when its lease runs out: any node that was started gives its jobs back.
 *
 * <p>Every method throws {@link io.taskforge.store.StoreException} if the store can't be asked, or
 * its answer was lost. Reporting again with the same token is harmless then: if the first report
 * counted, the second is stale.
 */
public interface RemoteWorkers {
  /**
   * Leases due jobs to a worker, which is listed among the workers from then on. A job past its
   * deadline is settled as that and not handed out, so that there may be fewer than are due.
   */
  List<RemoteJob> claim(RemoteClaim request);

  /** The work is done; {@code result} is kept with the job. */
  RemoteSettled complete(LeaseToken token, @Nullable Payload result);

  /** The work failed: the policy decides what follows. */
  RemoteSettled fail(LeaseToken token, RemoteFailure failure);

  /** Run it again after {@code delay}; costs no retry. */
  RemoteSettled snooze(LeaseToken token, Duration delay);

  /**
   * Back to the queue, at no cost: the worker shuts down, or stopped because somebody wants the job
   * cancelled. An AT_MOST_ONCE job that was handed out may have been started, and is given up.
   */
  RemoteSettled release(LeaseToken token);

  /**
   * Lets the lease last for {@code lease} from now, for this and all other jobs of the same claim
   * that are not settled yet; from 1 s to 1 h, and it may be less than what was left.
   */
  RemoteExtension extend(LeaseToken token, Duration lease);
}
