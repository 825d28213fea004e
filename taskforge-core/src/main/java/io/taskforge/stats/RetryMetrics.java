package io.taskforge.stats;

import io.taskforge.job.AttemptStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Statistics of the retries of one queue in a period: of attempts that followed a failure and ended
 * in the period.
 *
 * @param totalRetries all retries
 * @param successfulRetries retries that succeeded
 * @param failedRetries retries that failed again
 * @param retryRate the percentage of successes among retries that succeeded or failed; 0 without
 *     any
 * @param avgRetryDelay the average delay chosen after failed attempts; zero without any
 * @param periodStart the start of the period, inclusive
 * @param periodEnd the end of the period, exclusive
 */
public record RetryMetrics(
    long totalRetries,
    long successfulRetries,
    long failedRetries,
    double retryRate,
    Duration avgRetryDelay,
    Instant periodStart,
    Instant periodEnd) {
  /** Returns the metrics of a period. */
  public static RetryMetrics of(List<RetryCounts> groups, Instant from, Instant to) {
    long total = 0;
    long succeeded = 0;
    long failed = 0;
    long delays = 0;
    double micros = 0;
    for (RetryCounts group : groups) {
      if (group.isRetry()) {
        total += group.count();
        succeeded += group.status() == AttemptStatus.SUCCEEDED ? group.count() : 0;
        failed += group.status() == AttemptStatus.FAILED ? group.count() : 0;
      }
      if (group.status() == AttemptStatus.FAILED && group.delays() > 0) {
        delays += group.delays();
        micros += (double) group.delays() * micros(group.averageDelay());
      }
    }
    long ended = succeeded + failed;
    return new RetryMetrics(
        total,
        succeeded,
        failed,
        ended == 0 ? 0 : 100.0 * succeeded / ended,
        delays == 0 ? Duration.ZERO : Duration.of(Math.round(micros / delays), ChronoUnit.MICROS),
        from,
        to);
  }

  private static double micros(Duration delay) {
    return delay.getSeconds() * 1e6 + delay.getNano() / 1e3;
  }
}
