package io.taskforge.stats;

import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import java.util.Map;

/**
 * Totals over the jobs in a store. The counts by state and queue are of jobs that are still stored;
 * the figures also include jobs that retention has deleted.
 *
 * @param jobsByState the number of jobs in each state; every state has an entry
 * @param queues every queue with waiting, running or dead jobs
 * @param figures of the whole time for which statistics are kept
 */
public record StoreStats(
    Map<JobState, Long> jobsByState, Map<QueueName, QueueCounts> queues, JobFigures figures) {
  public StoreStats {
    jobsByState = Map.copyOf(jobsByState);
    queues = Map.copyOf(queues);
  }

  /** Returns a queue's counts; zeros for one that has no jobs. */
  public QueueCounts queue(QueueName name) {
    return queues.getOrDefault(name, QueueCounts.NONE);
  }

  /** Retries that were started and have ended. */
  public long totalRetries() {
    return figures.retries().total();
  }

  /** Retries that succeeded. */
  public long successfulRetries() {
    return figures.retries().successful();
  }

  /** Retries that failed, or whose worker was lost. */
  public long failedRetries() {
    return figures.retries().failed();
  }

  /** The percentage of retries that succeeded; 100 without any. */
  public double retrySuccessRate() {
    return figures.retries().rate();
  }
}
