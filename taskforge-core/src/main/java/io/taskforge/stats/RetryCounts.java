package io.taskforge.stats;

import io.taskforge.job.AttemptStatus;
import java.time.Duration;

/**
 * Counts of attempts with the same retry number and status, as stores group them, for {@link
 * RetryMetrics} and {@link RetryPatterns}.
 *
 * @param retry the number of failures before the attempt; 0 for a first attempt
 * @param status how the attempts ended
 * @param started whether they were started; a run that ended before its start is not an attempt
 * @param count the number of attempts
 * @param delays how many of them were followed by a delay
 * @param averageDelay the average of these delays; zero without any
 */
public record RetryCounts(
    int retry,
    AttemptStatus status,
    boolean started,
    long count,
    long delays,
    Duration averageDelay) {
  /** Whether these attempts followed a failure and were started. */
  boolean isRetry() {
    return retry > 0 && started;
  }
}
