package io.taskforge.stats;

import io.taskforge.job.AttemptStatus;

/**
 * How retries ended. A retry is an attempt that followed a failure; one that was interrupted or
 * snoozed runs again and is not counted. The rest of the total was cancelled.
 *
 * @param total retries that were started and have ended
 * @param successful retries that succeeded
 * @param failed retries that failed, or whose worker was lost
 */
public record RetryTotals(long total, long successful, long failed) {
  public static final RetryTotals NONE = new RetryTotals(0, 0, 0);

  /** The percentage of retries that succeeded; 100 without any. */
  public double rate() {
    return total == 0 ? 100.0 : 100.0 * successful / total;
  }

  RetryTotals plus(AttemptTally tally) {
    AttemptCategory category = tally.category();
    if (!category.isRetry()) {
      return this;
    }
    long count = tally.count();
    return new RetryTotals(
        total + count,
        successful + (category.status() == AttemptStatus.SUCCEEDED ? count : 0),
        failed + (category.isFailure() ? count : 0));
  }
}
