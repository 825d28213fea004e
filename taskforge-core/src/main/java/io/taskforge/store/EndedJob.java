package io.taskforge.store;

import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Verdict;
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
 */
public record EndedJob(
    JobIdentity identity,
    JobState state,
    AttemptNumber number,
    Instant at,
    @Nullable JobError error,
    @Nullable QueueName deadLetterQueue,
    @Nullable String reason) {
  public EndedJob {
    if (!state.isFinal()) {
      throw new IllegalArgumentException("must be a final state but was " + state);
    }
  }

  public JobId id() {
    return identity.id();
  }

  public TenantId tenant() {
    return identity.tenant();
  }

  public QueueName queue() {
    return identity.queue();
  }

  public JobTypeName type() {
    return identity.type();
  }

  /** Returns the end that a settlement made of its job, or null if the job will run again. */
  static @Nullable EndedJob of(Settlement settlement, CommitResult result, Instant at) {
    if (result == CommitResult.LEASE_LOST) {
      return null;
    }
    boolean cancelled = result == CommitResult.CANCELLED;
    JobState state = cancelled ? JobState.CANCELLED : settlement.verdict().state();
    if (!state.isFinal()) {
      return null;
    }
    String reason = settlement.verdict().explanation();
    QueueName deadLetterQueue = null;
    if (cancelled) {
      reason = settlement.cancelledExplanation();
    } else if (settlement.verdict().next() instanceof Verdict.DeadLetterTo dead) {
      reason = dead.reason();
      deadLetterQueue = dead.queue();
    }
    return new EndedJob(
        settlement.job().identity(),
        state,
        settlement.number(),
        at,
        error(settlement.verdict().failure()),
        deadLetterQueue,
        reason.isEmpty() ? null : reason);
  }

  private static @Nullable JobError error(@Nullable Failure failure) {
    return failure == null
        ? null
        : new JobError(failure.type().name(), failure.kind(), failure.message());
  }
}
