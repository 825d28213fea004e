package io.taskforge.stats;

import java.time.Duration;

/**
 * How the jobs of one tenant in one queue were retried in a period. Excludes attempts that were
 * interrupted, snoozed, cancelled, lost or never started.
 *
 * @param jobs jobs with an attempt that succeeded or failed
 * @param retried those that needed a retry
 * @param exhausted those whose last retry failed
 * @param backoffs failures after which a retry was scheduled
 * @param backoff the sum of the delays until these retries
 */
public record RetryActivity(
    long jobs, long retried, long exhausted, long backoffs, Duration backoff) {

  public static final RetryActivity NONE = new RetryActivity(0, 0, 0, 0, Duration.ZERO);

  /** Returns this activity with jobs that needed no retry. */
  public RetryActivity plusJobs(long more) {
    return new RetryActivity(jobs + more, retried, exhausted, backoffs, backoff);
  }

  /** The average delay until a retry; zero without retries. */
  public Duration averageBackoff() {
    return backoffs == 0 ? Duration.ZERO : backoff.dividedBy(backoffs);
  }
}
