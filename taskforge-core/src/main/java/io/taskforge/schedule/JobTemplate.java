package io.taskforge.schedule;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The job that a schedule enqueues for each occurrence.
 *
 * @param priority from {@value JobSettings#LOWEST_PRIORITY} to {@value
 *     JobSettings#HIGHEST_PRIORITY}
 * @param retryPolicy the job's own policy as JSON: an object, or a string with a policy's name; or
 *     null
 * @param timeout how long its handler may run, or null for the type's or worker's
 */
public record JobTemplate(
    QueueName queue,
    JobTypeName type,
    Payload payload,
    int priority,
    Guarantee guarantee,
    @Nullable String retryPolicy,
    @Nullable Duration timeout) {
  public JobTemplate {
    if (priority < JobSettings.LOWEST_PRIORITY || priority > JobSettings.HIGHEST_PRIORITY) {
      throw new IllegalArgumentException(
          "priority must be from %d to %d but was %d"
              .formatted(JobSettings.LOWEST_PRIORITY, JobSettings.HIGHEST_PRIORITY, priority));
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
        QueueName.DEFAULT,
        new JobTypeName(type),
        Payload.NULL,
        0,
        Guarantee.AT_LEAST_ONCE,
        null,
        null);
  }
}
