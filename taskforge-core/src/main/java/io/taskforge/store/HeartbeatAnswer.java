package io.taskforge.store;

import io.taskforge.job.JobId;
import io.taskforge.job.WorkerMode;
import java.util.Set;

/**
 * The response to a heartbeat.
 *
 * @param lostTokens leases that the worker has lost
 * @param lockedTokens leases that were not extended because a commit or a rescue holds them now
 * @param cancelRequested jobs on its leases that should be cancelled
 * @param mode what an operator has asked the worker to do
 */
public record HeartbeatAnswer(
    Set<Long> lostTokens, Set<Long> lockedTokens, Set<JobId> cancelRequested, WorkerMode mode) {
  public HeartbeatAnswer {
    lostTokens = Set.copyOf(lostTokens);
    lockedTokens = Set.copyOf(lockedTokens);
    cancelRequested = Set.copyOf(cancelRequested);
  }

  /** The response of a store that extended all leases that were not lost. */
  public HeartbeatAnswer(Set<Long> lostTokens, Set<JobId> cancelRequested, WorkerMode mode) {
    this(lostTokens, Set.of(), cancelRequested, mode);
  }
}
