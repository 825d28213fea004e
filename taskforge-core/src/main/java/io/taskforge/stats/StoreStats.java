package io.taskforge.stats;

import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import java.util.Map;

/**
 * Totals over all jobs in a store.
 *
 * @param jobsByState the number of jobs in each state; every state has an entry
 * @param queues every queue with waiting, running or dead jobs
 * @param totalRetries attempts that followed a failure
 * @param successfulRetries retries that succeeded
 * @param failedRetries retries that failed again
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

  /** The percentage of successes among retries that have ended; 0 without any. */
  public double retrySuccessRate() {
    long ended = successfulRetries + failedRetries;
    return ended == 0 ? 0 : 100.0 * successfulRetries / ended;
  }
}
