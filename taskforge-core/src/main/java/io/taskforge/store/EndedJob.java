package io.taskforge.store;

import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Verdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that has just come to rest. One job can end several times: a dead one that is redriven, a
 * failed one that is retried by hand, a dead letter that is cancelled.
 *
 * @param queue the queue that it ran in, also if it has moved to a dead letter queue
 * @param state SUCCEEDED, FAILED, DEAD or CANCELLED
 * @param number where it stands in its history; id, state and {@code number.entry()} tell one end
 *     from all others
 * @param at when, by the store's clock: what the job says in {@code finishedAt}
 * @param error what the job says in {@code lastError}, or null
 * @param deadLetterQueue where it lies now if it is DEAD, else null
 * @param reason why, in words, or null where there is nothing to say
 */
public record EndedJob(
    JobId id,
    TenantId tenant,
    QueueName queue,
    JobType type,
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

  /** Returns the end that a settlement made of its job, or null if the job goes on. */
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
    ClaimedJob job = settlement.job();
    return new EndedJob(
        job.id(),
        job.tenant(),
        job.queue(),
        job.type(),
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
