package io.taskforge.store;

import io.taskforge.job.JobId;
import java.util.Set;

/**
 * What a worker learns from its heartbeat.
 *
 * @param lostTokens leases that are no longer its own
 * @param cancelRequested jobs on its leases that somebody wants cancelled
 */
public record HeartbeatAnswer(Set<Long> lostTokens, Set<JobId> cancelRequested) {
  public HeartbeatAnswer {
    lostTokens = Set.copyOf(lostTokens);
    cancelRequested = Set.copyOf(cancelRequested);
  }
}
