package io.taskforge.store;

import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import java.util.List;

/**
 * What workers need of a {@link JobStore}: leases on due jobs, heartbeats, and writing how attempts
 * ended.
 */
public interface WorkerStore {
  /**
   * Leases due jobs to a worker: higher priority first, within a queue's priority round-robin over
   * the tenants, and for each tenant the earliest {@code runAt} first. A job goes to one worker
   * only, never before it is due, and not while its queue is paused.
   *
   * <p>If very many tenants have waiting jobs, a claim examines only some of them and may return
   * fewer jobs than are due; the next claim continues with the others.
   */
  List<ClaimedJob> claim(ClaimRequest request);

  /**
   * Leases to a worker the jobs whose leases have expired, its own included (the answer to a claim
   * may have been lost), with new fencing tokens, so that late results of their holders change
   * nothing. The caller settles each as lost; payloads are not read and are null.
   *
   * @param limit how many jobs at most, rounded up to whole leases
   */
  List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit);

  /**
   * Writes how attempts ended: history row, the job's new state and its dead letter data together.
   * A settlement whose lease is no longer its worker's, or that was written before, changes nothing
   * and is answered {@link CommitResult#LEASE_LOST}. A job that would run again, but was asked to
   * cancel while it ran, ends CANCELLED and is answered so. Answers are in the order of the
   * arguments.
   */
  List<CommitResult> commit(List<Settlement> settlements);

  /** Extends a worker's leases; returns which are lost and which jobs are to be cancelled. */
  HeartbeatAnswer heartbeat(Heartbeat heartbeat);

  /**
   * Sets what a worker is to do; the answer to its next heartbeat tells it. Returns false if no
   * such worker is registered.
   */
  boolean setMode(WorkerId worker, WorkerMode mode);

  /** Removes a worker that has stopped; leases that it still holds expire. */
  void deregister(WorkerId worker);
}
