package io.taskforge;

import io.taskforge.JobRetry.Status;
import java.util.List;

/**
 * The retries of one job, counted. See {@link JobRetry} for what is one retry.
 *
 * @param scheduled whether one waits to be run
 * @param inProgress whether one runs
 * @param total all but the scheduled one
 * @param completed those that succeeded
 * @param failed those that failed, or were given up after their worker was lost
 * @param cancelled those that were cancelled, before or after they started
 */
public record RetryStatistics(
    boolean scheduled, boolean inProgress, int total, int completed, int failed, int cancelled) {
  /** Counts retries by their status. */
  public static RetryStatistics of(List<JobRetry> retries) {
    int scheduled = count(retries, Status.SCHEDULED);
    return new RetryStatistics(
        scheduled > 0,
        count(retries, Status.IN_PROGRESS) > 0,
        retries.size() - scheduled,
        count(retries, Status.COMPLETED),
        count(retries, Status.FAILED),
        count(retries, Status.CANCELLED));
  }

  private static int count(List<JobRetry> retries, Status status) {
    return (int) retries.stream().filter(retry -> retry.status() == status).count();
  }
}
