package io.taskforge.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The identity and settings that a job has from its enqueue to its end. */
public interface JobDetails {
  /** The id, queue, type and tenant of the job. */
  JobIdentity identity();

  /** The options that the job was enqueued with. */
  JobSettings settings();

  /** The id of the job. */
  default JobId id() {
    return identity().id();
  }

  /** The queue that the job is in: a dead letter queue for a dead job. */
  default QueueName queue() {
    return identity().queue();
  }

  /** The type of the job. */
  default JobTypeName type() {
    return identity().type();
  }

  /** The tenant that the job belongs to. */
  default TenantId tenant() {
    return identity().tenant();
  }

  /** The priority; higher goes first. */
  default int priority() {
    return settings().priority();
  }

  /** How often the job may be started. */
  default Guarantee guarantee() {
    return settings().guarantee();
  }

  /** The job's own policy as JSON, or null. */
  default @Nullable String retryPolicy() {
    return settings().retryPolicy();
  }

  /** How long the handler may run; null for the limit of the type or the worker. */
  default @Nullable Duration timeout() {
    return settings().timeout();
  }

  /** The time after which no attempt starts, or null. */
  default @Nullable Instant deadline() {
    return settings().deadline();
  }

  /** The idempotency key that the job was enqueued with, or null. */
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
