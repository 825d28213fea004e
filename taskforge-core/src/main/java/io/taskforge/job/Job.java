package io.taskforge.job;

import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stood when it was looked up. Immutable; look it up again to see it change.
 *
 * @param queue where it is now: a dead letter queue for a dead job
 * @param number where it stands in its history
 * @param runAt when it is or was due
 * @param finishedAt when it reached its final state, or null
 * @param retryPolicy its own policy as JSON, or null if its type's, queue's or the default counts
 * @param lastError what went wrong in its latest attempt that failed or was lost; null if none did,
 *     or if a later run ended the job without a failure: it succeeded, was discarded or cancelled
 *     while it ran
 * @param lease who runs it, or null while nobody does
 */
public record Job(
    JobId id,
    QueueName queue,
    JobType type,
    TenantId tenant,
    JobState state,
    int priority,
    AttemptNumber number,
    Counters counters,
    Guarantee guarantee,
    Payload payload,
    @Nullable Payload result,
    @Nullable IdempotencyKey idempotencyKey,
    @Nullable String retryPolicy,
    @Nullable Duration timeout,
    @Nullable Instant deadline,
    Instant createdAt,
    Instant runAt,
    @Nullable Instant finishedAt,
    @Nullable JobError lastError,
    @Nullable DeadLetter deadLetter,
    @Nullable RunningLease lease) {
  /**
   * Who runs a job.
   *
   * @param token the fencing token; a later lease of the same job has a greater one
   */
  public record RunningLease(WorkerId worker, long token, Instant claimedAt, Instant expiresAt) {}

  /**
   * The number of its latest attempt since it was enqueued, redriven, or retried by hand after it
   * had finished; 0 before the first. Runs that never started don't count.
   */
  public int attempt() {
    return number.attempt();
  }

  /** As {@link #attempt}, since it was enqueued. */
  public int totalAttempts() {
    return number.total();
  }

  /**
   * How many attempts this job can have in this round under {@code policy}. Every attempt that cost
   * no retry, because its lease was lost, its worker shut down or its handler snoozed, adds one.
   * Empty once the job has finished.
   */
  public OptionalInt maxAttempts(RetryPolicy policy) {
    if (state.isFinal()) {
      return OptionalInt.empty();
    }
    int allowed = guarantee == Guarantee.AT_MOST_ONCE ? 1 : policy.maxAttempts();
    int ended = state == JobState.RUNNING ? attempt() - 1 : attempt();
    // A policy can be changed to fewer attempts than there were; the next one is made all the same.
    return OptionalInt.of(ended + Math.max(1, allowed - counters.failures()));
  }

  /** The handler's result; empty unless it ended the job with one. */
  public Optional<Payload> resultIfAny() {
    return Optional.ofNullable(result);
  }

  /** Returns this job with {@link Payload#NULL} for its payload and without result. */
  public Job withoutPayload() {
    return new Job(
        id,
        queue,
        type,
        tenant,
        state,
        priority,
        number,
        counters,
        guarantee,
        Payload.NULL,
        null,
        idempotencyKey,
        retryPolicy,
        timeout,
        deadline,
        createdAt,
        runAt,
        finishedAt,
        lastError,
        deadLetter,
        lease);
  }

  public JobIdentity identity() {
    return new JobIdentity(id, queue, type, tenant);
  }

  /** Never shows the payload, which may hold secrets. */
  @Override
  public String toString() {
    return "%s %s of %s in %s: %s after attempt %s, %s, runs at %s, finished at %s, %s, %s, %s"
        .formatted(
            type,
            id,
            tenant,
            queue,
            state,
            number,
            counters,
            runAt,
            finishedAt,
            lastError,
            deadLetter,
            lease);
  }
}
