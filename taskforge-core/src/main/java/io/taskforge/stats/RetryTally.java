package io.taskforge.stats;

import io.taskforge.job.AttemptStatus;
import java.time.Duration;

/**
 * Attempts of a queue and period that have something in common, counted: from these, {@link
 * RetryMetrics} and {@link RetryPatterns} are made alike for every store.
 *
 * @param retry failures before the attempt; 0 is no retry
 * @param status how the attempts ended
 * @param started whether they were started; a run that ended before that is no attempt
 * @param count how many there are
 * @param delays how many of them chose a delay for the next one
 * @param averageDelay of those; zero where there are none
 */
public record RetryTally(
    int retry,
    AttemptStatus status,
    boolean started,
    long count,
    long delays,
    Duration averageDelay) {
  /** Whether these are attempts that followed a failure, and were run. */
  boolean isRetry() {
    return retry > 0 && started;
  }
}
