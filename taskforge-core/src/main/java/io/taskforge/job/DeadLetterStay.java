package io.taskforge.job;

import java.time.Instant;

/**
 * A job's stay in a dead letter queue that has ended. Part of the job's history.
 *
 * @param letter why and when it was moved, and from which queue
 * @param queue the dead letter queue
 * @param note who ended the stay and why
 */
public record DeadLetterStay(
    DeadLetter letter, QueueName queue, Instant endedAt, End end, ChangeNote note) {
  /** The most stays that a store returns. */
  public static final int MAX = 100;

  /** How a stay ended. */
  public enum End {
    /** The job was queued again. */
    REDRIVEN,
    /** The job was cancelled. */
    DELETED
  }
}
