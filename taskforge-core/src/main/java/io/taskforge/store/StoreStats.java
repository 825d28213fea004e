package io.taskforge.store;

import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import java.util.Map;

/**
 * Totals over all that a store keeps.
 *
 * @param jobsByState how many jobs are in each state; every state has an entry
 * @param depthByQueue how many jobs wait in each queue, due or not
 * @param totalRetries attempts that followed a failure
 * @param successfulRetries of those, the ones that succeeded
 * @param failedRetries of those, the ones that failed again
 */
public record StoreStats(
    Map<JobState, Long> jobsByState,
    Map<QueueName, Long> depthByQueue,
    long totalRetries,
    long successfulRetries,
    long failedRetries) {
  public StoreStats {
    jobsByState = Map.copyOf(jobsByState);
    depthByQueue = Map.copyOf(depthByQueue);
  }

  /** Successful retries in percent of all that have ended; 0 where there were none. */
  public double retrySuccessRate() {
    long ended = successfulRetries + failedRetries;
    return ended == 0 ? 0 : 100.0 * successfulRetries / ended;
  }
}
