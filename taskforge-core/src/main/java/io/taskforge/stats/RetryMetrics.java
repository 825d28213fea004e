package io.taskforge.stats;

import io.taskforge.job.AttemptStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * How the retries of one queue went in a period: those attempts that followed a failure and ended
 * in it.
 *
 * @param totalRetries all of them
 * @param successfulRetries of those, the ones that succeeded
 * @param failedRetries of those, the ones that failed again
 * @param retryRate successful ones in percent of those that succeeded or failed; 0 where there were
 *     none
 * @param avgRetryDelay the average of the delays that failed attempts of the period chose; zero
 *     where there were none
 * @param periodStart the first instant that belongs to the period
 * @param periodEnd the first instant after it
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
  public static RetryMetrics of(List<RetryTally> tallies, Instant from, Instant to) {
    long total = 0;
    long succeeded = 0;
    long failed = 0;
    long delays = 0;
    double micros = 0;
    for (RetryTally tally : tallies) {
      if (tally.isRetry()) {
        total += tally.count();
        succeeded += tally.status() == AttemptStatus.SUCCEEDED ? tally.count() : 0;
        failed += tally.status() == AttemptStatus.FAILED ? tally.count() : 0;
      }
      if (tally.status() == AttemptStatus.FAILED && tally.delays() > 0) {
        delays += tally.delays();
        micros += (double) tally.delays() * micros(tally.averageDelay());
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
