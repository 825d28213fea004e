package io.taskforge.store;

import io.taskforge.job.JobId;
import java.util.Set;

/**
 * The response to a heartbeat.
 *
 * @param lostTokens leases that the worker has lost
 * @param lockedTokens leases that were not extended because a commit or a rescue holds them now
 * @param cancelRequested jobs on its leases that should be cancelled
 */
public record HeartbeatAnswer(
    Set<Long> lostTokens, Set<Long> lockedTokens, Set<JobId> cancelRequested) {
  public HeartbeatAnswer {
    lostTokens = Set.copyOf(lostTokens);
    lockedTokens = Set.copyOf(lockedTokens);
    cancelRequested = Set.copyOf(cancelRequested);
  }

  /** The response of a store that extended all leases that were not lost. */
  public HeartbeatAnswer(Set<Long> lostTokens, Set<JobId> cancelRequested) {
    this(lostTokens, Set.of(), cancelRequested);
  }
}
