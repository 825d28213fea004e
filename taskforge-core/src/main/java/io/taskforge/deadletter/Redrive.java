package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Many dead letters on their way back to their queues, as it stood when it was looked up.
 *
 * <p>It takes jobs that were dead when it was created, newest first, each once: one that dies again
 * is left alone.
 *
 * @param reason why it was stopped or halted, or what it waits for, or null
 * @param cursor what was dealt with down to, or null before the first batch
 * @param batch what is being moved right now, or null
 * @param startedAt when the first batch was taken, or null
 * @param movedAt when the latest batch was moved, or null
 * @param finishedAt when it reached its final state, or null
 */
public record Redrive(
    RedriveId id,
    RedriveRequest request,
    RedriveState state,
    @Nullable String reason,
    RedriveCounts counts,
    RedriveCanary canary,
    @Nullable JobId cursor,
    @Nullable RedriveBatch batch,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant movedAt,
    @Nullable Instant finishedAt) {

  static Redrive begin(RedriveId id, RedriveRequest request, long matched, Instant now) {
    return new Redrive(
        id,
        request,
        RedriveState.RUNNING,
        null,
        RedriveCounts.of(matched),
        RedriveCanary.nothing(),
        null,
        null,
        now,
        null,
        null,
        null);
  }

  /** Returns this redrive after a look at how the moved jobs fare. */
  public Redrive observed(RedriveCanary seen) {
    return new Redrive(
        id,
        request,
        state,
        reason,
        counts,
        seen,
        cursor,
        batch,
        createdAt,
        startedAt,
        movedAt,
        finishedAt);
  }

  /**
   * Returns this redrive while it has to wait, or goes on.
   *
   * @param what what it waits for; null if it goes on
   */
  public Redrive waitingFor(@Nullable String what) {
    return new Redrive(
        id,
        request,
        state,
        what,
        counts,
        canary,
        cursor,
        batch,
        createdAt,
        startedAt,
        movedAt,
        finishedAt);
  }

  /** Returns this redrive while a worker moves a batch. */
  public Redrive moving(RedriveBatch taken, Instant now) {
    return new Redrive(
        id,
        request,
        state,
        reason,
        counts,
        canary,
        cursor,
        taken,
        createdAt,
        startedAt == null ? now : startedAt,
        movedAt,
        finishedAt);
  }

  /** Returns this redrive after its batch was dealt with. */
  public Redrive settled(RedriveBatch dealtWith, RedriveOutcome outcome, Instant now) {
    return new Redrive(
        id,
        request,
        state,
        reason,
        counts.plus(outcome),
        request.stopIfFailureRatio() == null ? canary : canary.watching(outcome.moved()),
        dealtWith.cursor(),
        null,
        createdAt,
        startedAt,
        now,
        finishedAt);
  }

  /** Returns this redrive in a final state; a batch that is on its way is still counted later. */
  public Redrive ended(RedriveState how, @Nullable String why, Instant now) {
    return new Redrive(
        id, request, how, why, counts, canary, cursor, batch, createdAt, startedAt, movedAt, now);
  }
}
