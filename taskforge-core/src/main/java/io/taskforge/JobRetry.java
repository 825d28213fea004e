package io.taskforge;

import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One retry of a job: the run that a failure led to. A run that was released, snoozed, interrupted
 * or lost and that is followed by another belongs to the same retry, which the next run continues.
 *
 * @param number the number of the retry since the job was enqueued or redriven; 1 is the first
 * @param attempt the number of its attempt, or null if it was cancelled before it started
 * @param totalAttempts attempts since the job was enqueued, with this one if it started
 * @param runAt when it was or is due
 */
public record JobRetry(
    int number, @Nullable Integer attempt, int totalAttempts, Status status, Instant runAt) {
  /** The status of a retry. */
  public enum Status {
    /** Waits to be run. */
    SCHEDULED,
    IN_PROGRESS,
    COMPLETED,
    /** Failed, or given up after its worker was lost. */
    FAILED,
    /** Cancelled before or after it started. */
    CANCELLED
  }

  /** Returns a job's retries, oldest first. */
  public static List<JobRetry> of(Job job, List<Attempt> history) {
    List<JobRetry> retries = new ArrayList<>();
    for (Attempt run : history) {
      Status status = run.retry() > 0 ? status(run) : null;
      if (status != null) {
        Integer attempt = run.isStarted() ? (Integer) run.attempt() : null;
        retries.add(
            new JobRetry(run.retry(), attempt, run.totalAttempts(), status, run.scheduledAt()));
      }
    }
    if (job.state() == JobState.RETRYING && job.counters().failures() > 0) {
      retries.add(
          new JobRetry(
              job.counters().failures(),
              job.attempt() + 1,
              job.totalAttempts() + 1,
              Status.SCHEDULED,
              job.runAt()));
    }
    return List.copyOf(retries);
  }

  /** Returns how a run ended its retry; null if another run continues it or nothing ran. */
  private static @Nullable Status status(Attempt run) {
    return switch (run.status()) {
      case RUNNING -> Status.IN_PROGRESS;
      case SUCCEEDED -> Status.COMPLETED;
      case CANCELLED -> Status.CANCELLED;
      case FAILED -> run.isStarted() ? Status.FAILED : null; // its deadline passed
      case LOST, INTERRUPTED, SNOOZED -> run.nextRunAt() == null ? Status.FAILED : null;
    };
  }
}
