package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A redrive: moves many dead letters back to their queues. An immutable snapshot.
 *
 * <p>It takes jobs that were dead when it was created, newest first, each once: a job that dies
 * again is not taken again.
 *
 * @param reason why it was stopped or halted, or what it waits for, or null
 */
public record Redrive(
    RedriveId id,
    RedriveRequest request,
    RedriveState state,
    @Nullable String reason,
    RedriveCounts counts,
    RedriveCanary canary,
    Position position,
    Times times) {
  /**
   * The progress of a redrive.
   *
   * @param cursor the last job that was processed, or null before the first batch
   * @param batch the batch that is being moved, or null
   */
  public record Position(@Nullable JobId cursor, @Nullable RedriveBatch batch) {}

  /**
   * When a redrive progressed.
   *
   * @param startedAt when the first batch was taken, or null
   * @param movedAt when the latest batch was moved, or null
   * @param finishedAt when it reached its final state, or null
   */
  public record Times(
      Instant createdAt,
      @Nullable Instant startedAt,
      @Nullable Instant movedAt,
      @Nullable Instant finishedAt) {}

  static Redrive begin(RedriveId id, RedriveRequest request, long matched, Instant now) {
    return new Redrive(
        id,
        request,
        RedriveState.RUNNING,
        null,
        RedriveCounts.of(matched),
        RedriveCanary.NOTHING,
        new Position(null, null),
        new Times(now, null, null, null));
  }

  /** Returns this redrive with an updated canary. */
  public Redrive observed(RedriveCanary seen) {
    return new Redrive(id, request, state, reason, counts, seen, position, times);
  }

  /**
   * Returns this redrive as waiting or as continuing.
   *
   * @param what what it waits for; null if it continues
   */
  public Redrive waitingFor(@Nullable String what) {
    return new Redrive(id, request, state, what, counts, canary, position, times);
  }

  /** Returns this redrive while a worker moves a batch. */
  public Redrive moving(RedriveBatch taken, Instant now) {
    Instant startedAt = times.startedAt() == null ? now : times.startedAt();
    Times moving = new Times(times.createdAt(), startedAt, times.movedAt(), times.finishedAt());
    Position taking = new Position(position.cursor(), taken);
    return new Redrive(id, request, state, reason, counts, canary, taking, moving);
  }

  /** Returns this redrive after its batch was processed. */
  public Redrive settled(RedriveBatch processed, RedriveOutcome outcome, Instant now) {
    return new Redrive(
        id,
        request,
        state,
        reason,
        counts.plus(outcome),
        request.stopIfFailureRatio() == null ? canary : canary.watching(outcome.moved()),
        new Position(processed.cursor(), null),
        new Times(times.createdAt(), times.startedAt(), now, times.finishedAt()));
  }

  /** Returns this redrive in a final state; a batch in progress is counted when it is settled. */
  public Redrive ended(RedriveState how, @Nullable String why, Instant now) {
    Times ended = new Times(times.createdAt(), times.startedAt(), times.movedAt(), now);
    return new Redrive(id, request, how, why, counts, canary, position, ended);
  }
}
