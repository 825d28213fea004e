package io.taskforge;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import java.util.List;

/**
 * The retries of one job: attempts that followed a failure.
 *
 * @param scheduled whether one waits to be run
 * @param inProgress whether one runs
 * @param total those that were started, and those that were cancelled before
 * @param completed those that succeeded
 * @param failed those that failed, or whose worker was lost
 * @param cancelled those that were cancelled, before or after they started
 */
public record RetryStatistics(
    boolean scheduled, boolean inProgress, int total, int completed, int failed, int cancelled) {
  /** Counts a job's retries among its attempts. */
  public static RetryStatistics of(List<Attempt> attempts, Job job) {
    boolean waitsForRetry = job.state() == JobState.RETRYING;
    int total = 0;
    int completed = 0;
    int failed = 0;
    int cancelled = 0;
    boolean inProgress = false;
    for (Attempt attempt : attempts) {
      if (!isRetry(attempt)) {
        continue;
      }
      total++;
      switch (attempt.status()) {
        case SUCCEEDED -> completed++;
        case FAILED, LOST -> failed++;
        case CANCELLED -> cancelled++;
        case RUNNING -> inProgress = true;
        case INTERRUPTED, SNOOZED -> {
          // Neither good nor bad: the retry is run again.
        }
      }
    }
    return new RetryStatistics(waitsForRetry, inProgress, total, completed, failed, cancelled);
  }

  /**
   * Whether an entry of the history is a retry: it followed a failure, and ran or was cancelled.
   */
  public static boolean isRetry(Attempt attempt) {
    return attempt.retry() > 0
        && (attempt.isStarted() || attempt.status() == AttemptStatus.CANCELLED);
  }
}
