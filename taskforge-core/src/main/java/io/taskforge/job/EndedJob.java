package io.taskforge.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that has just reached a final state. One job can end several times: a dead one that is
 * redriven, a failed one that is retried by hand, a dead letter that is cancelled.
 *
 * @param identity which job it is, with the queue that it ran in, even if it has moved to a dead
 *     letter queue
 * @param state SUCCEEDED, FAILED, DEAD or CANCELLED
 * @param number its position in its history; id, state and {@code number.entry()} identify one end
 * @param at when, by the store's clock: the job's {@code finishedAt}
 * @param error the job's {@code lastError}, or null
 * @param deadLetterQueue the queue that it was moved to if it is DEAD, else null
 * @param reason why, or null if no reason was given
 * @param trace the trace that the job continues, or null
 */
public record EndedJob(
    JobIdentity identity,
    JobState state,
    AttemptNumber number,
    Instant at,
    @Nullable JobError error,
    @Nullable QueueName deadLetterQueue,
    @Nullable String reason,
    @Nullable TraceContext trace) {
  public EndedJob {
    if (!state.isFinal()) {
      throw new IllegalArgumentException("must be a final state but was " + state);
    }
  }

  /** The id of the job. */
  public JobId id() {
    return identity.id();
  }

  /** The tenant of the job. */
  public TenantId tenant() {
    return identity.tenant();
  }

  /** The queue of the job. */
  public QueueName queue() {
    return identity.queue();
  }

  /** The type of the job. */
  public JobTypeName type() {
    return identity.type();
  }
}
