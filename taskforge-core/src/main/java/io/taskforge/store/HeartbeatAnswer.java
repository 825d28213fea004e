package io.taskforge.store;

import io.taskforge.job.JobId;
import java.util.Set;

/**
 * The response to a heartbeat.
 *
 * @param lostTokens leases that the worker has lost
 * @param cancelRequested jobs on its leases that should be cancelled
 */
public record HeartbeatAnswer(Set<Long> lostTokens, Set<JobId> cancelRequested) {
  public HeartbeatAnswer {
    lostTokens = Set.copyOf(lostTokens);
    cancelRequested = Set.copyOf(cancelRequested);
  }
}
