package io.taskforge.job;

import io.taskforge.retry.RetryPolicy;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A job as it was when it was read. Immutable; read it again to see it change.
 *
 * @param identity which job it is; its queue is the dead letter queue for a dead job
 * @param progress its state and its position in its history
 * @param results its result and errors
 */
public record Job(
    JobIdentity identity,
    Payload payload,
    JobSettings settings,
    Instant createdAt,
    Progress progress,
    Results results)
    implements JobDetails {
  /**
   * The state of a job.
   *
   * @param number its position in its history
   * @param runAt when it is or was due
   * @param lease the lease of the worker that runs it, or null while none does
   */
  public record Progress(
      JobState state,
      AttemptNumber number,
      Counters counters,
      Instant runAt,
      @Nullable RunningLease lease) {}

  /**
   * What a job's attempts have led to.
   *
   * @param finishedAt when the job reached its final state, or null
   * @param result the handler's result, or null
   * @param lastError the error of its latest attempt that failed or was lost; null if none did, or
   *     if a later run ended the job without a failure: it succeeded, was discarded or cancelled
   *     while it ran
   * @param deadLetter why and from where it was moved to a dead letter queue, or null
   */
  public record Results(
      @Nullable Instant finishedAt,
      @Nullable Payload result,
      @Nullable JobError lastError,
      @Nullable DeadLetter deadLetter) {}

  /**
   * The lease on a running job.
   *
   * @param token the fencing token; a later lease of the same job has a greater one
   */
  public record RunningLease(WorkerId worker, long token, Instant claimedAt, Instant expiresAt) {}

  /**
   * The number of its latest attempt since it was enqueued, redriven, or retried by hand after it
   * had finished; 0 before the first. Runs that never started don't count.
   */
  public int attempt() {
    return number().attempt();
  }

  /** As {@link #attempt}, since it was enqueued. */
  public int totalAttempts() {
    return number().total();
  }

  /**
   * How many attempts this job can have in this round under {@code policy}. Every attempt that cost
   * no retry, because its lease was lost, its worker shut down or its handler snoozed, adds one.
   * Empty once the job has finished.
   */
  public OptionalInt maxAttempts(RetryPolicy policy) {
    if (state().isFinal()) {
      return OptionalInt.empty();
    }
    int allowed = guarantee() == Guarantee.AT_MOST_ONCE ? 1 : policy.maxAttempts();
    int ended = state() == JobState.RUNNING ? attempt() - 1 : attempt();
    // A policy can be changed to fewer attempts than there were; the next one is made all the same.
    return OptionalInt.of(ended + Math.max(1, allowed - counters().failures()));
  }

  /** The handler's result; empty unless it ended the job with one. */
  public Optional<Payload> resultIfAny() {
    return Optional.ofNullable(result());
  }

  /** Returns this job with {@link Payload#NULL} for its payload and without result. */
  public Job withoutPayload() {
    return new Job(
        identity,
        Payload.NULL,
        settings,
        createdAt,
        progress,
        new Results(finishedAt(), null, lastError(), deadLetter()));
  }

  /** The state of the job. */
  public JobState state() {
    return progress.state();
  }

  /** How many attempts the job has had. */
  public AttemptNumber number() {
    return progress.number();
  }

  /** The job's failures, lost leases and interruptions. */
  public Counters counters() {
    return progress.counters();
  }

  /** When the job is or was due. */
  public Instant runAt() {
    return progress.runAt();
  }

  /** The lease under which the job runs; null unless it is RUNNING. */
  public @Nullable RunningLease lease() {
    return progress.lease();
  }

  /** When the job ended, or null. */
  public @Nullable Instant finishedAt() {
    return results.finishedAt();
  }

  /** The handler's result, or null. */
  public @Nullable Payload result() {
    return results.result();
  }

  /** The last failure, or null. */
  public @Nullable JobError lastError() {
    return results.lastError();
  }

  /** Why and when the job was dead-lettered; null unless it is DEAD. */
  public @Nullable DeadLetter deadLetter() {
    return results.deadLetter();
  }

  /** Never shows the payload, which may hold secrets. */
  @Override
  public String toString() {
    return "%s %s of %s in %s: %s after attempt %s, %s, runs at %s, finished at %s, %s, %s, %s"
        .formatted(
            type(),
            id(),
            tenant(),
            queue(),
            state(),
            number(),
            counters(),
            runAt(),
            finishedAt(),
            lastError(),
            deadLetter(),
            lease());
  }
}
