package io.taskforge.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The identity and settings that a job has from its enqueue to its end. */
public interface JobDetails {
  JobIdentity identity();

  JobSettings settings();

  default JobId id() {
    return identity().id();
  }

  /** The queue that the job is in: a dead letter queue for a dead job. */
  default QueueName queue() {
    return identity().queue();
  }

  default JobTypeName type() {
    return identity().type();
  }

  default TenantId tenant() {
    return identity().tenant();
  }

  default int priority() {
    return settings().priority();
  }

  default Guarantee guarantee() {
    return settings().guarantee();
  }

  /** The job's own policy as JSON, or null. */
  default @Nullable String retryPolicy() {
    return settings().retryPolicy();
  }

  default @Nullable Duration timeout() {
    return settings().timeout();
  }

  default @Nullable Instant deadline() {
    return settings().deadline();
  }

  default @Nullable IdempotencyKey idempotencyKey() {
    return settings().idempotencyKey();
  }

  /** The key of the lane in which the job waits; empty by default. */
  default String laneKey() {
    return settings().laneKey();
  }

  /**
   * Words to find the job by, in order; empty for a claimed job, because claims don't read them.
   */
  default List<String> tags() {
    return settings().tags();
  }

  /** The schedule of the job's tenant that enqueued it, or null. */
  default @Nullable ScheduleId schedule() {
    return settings().schedule();
  }

  /** The trace that the job continues, or null. */
  default @Nullable TraceContext trace() {
    return settings().trace();
  }
}
