package io.taskforge.stats;

import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import java.util.Map;

/**
 * Totals over all that a store keeps.
 *
 * @param jobsByState how many jobs are in each state; every state has an entry
 * @param queues each queue in which a job waits, runs or lies dead
 * @param totalRetries attempts that followed a failure
 * @param successfulRetries of those, the ones that succeeded
 * @param failedRetries of those, the ones that failed again
 */
public record StoreStats(
    Map<JobState, Long> jobsByState,
    Map<QueueName, QueueCounts> queues,
    long totalRetries,
    long successfulRetries,
    long failedRetries) {
  public StoreStats {
    jobsByState = Map.copyOf(jobsByState);
    queues = Map.copyOf(queues);
  }

  /** Returns a queue's counts; zeros for one that has no jobs. */
  public QueueCounts queue(QueueName name) {
    return queues.getOrDefault(name, QueueCounts.NONE);
  }

  /** Successful retries in percent of all that have ended; 0 where there were none. */
  public double retrySuccessRate() {
    long ended = successfulRetries + failedRetries;
    return ended == 0 ? 0 : 100.0 * successfulRetries / ended;
  }
}
