package io.taskforge.schedule;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The job that a schedule enqueues for each occurrence.
 *
 * @param priority from {@value NewJob#LOWEST_PRIORITY} to {@value NewJob#HIGHEST_PRIORITY}
 * @param retryPolicy the job's own policy as JSON, an object or a policy's name; or null
 * @param timeout the handler's timeout, or null for the default of the type or worker
 */
public record JobTemplate(
    QueueName queue,
    JobType type,
    Payload payload,
    int priority,
    Guarantee guarantee,
    @Nullable String retryPolicy,
    @Nullable Duration timeout) {
  public JobTemplate {
    if (priority < NewJob.LOWEST_PRIORITY || priority > NewJob.HIGHEST_PRIORITY) {
      throw new IllegalArgumentException(
          "priority must be from %d to %d but was %d"
              .formatted(NewJob.LOWEST_PRIORITY, NewJob.HIGHEST_PRIORITY, priority));
    }
    if (timeout != null && timeout.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException("timeout must be at least 1 ms but was " + timeout);
    }
    timeout = timeout == null ? null : timeout.truncatedTo(ChronoUnit.MICROS);
  }

  /** Omits the payload, which may contain secrets. */
  @Override
  public String toString() {
    return "%s for %s, priority %d, %s".formatted(type, queue, priority, guarantee);
  }

  /** Returns a template of jobs of this type in the default queue, without a payload. */
  public static JobTemplate of(String type) {
    return new JobTemplate(
        QueueName.DEFAULT, new JobType(type), Payload.NULL, 0, Guarantee.AT_LEAST_ONCE, null, null);
  }
}
