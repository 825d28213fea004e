package io.taskforge.simulator.history;

import io.taskforge.failure.Failure;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a job's history.
 *
 * @param startedAt when it started
 * @param duration how long it took
 * @param round 0 until the job was redriven for the first time, then 1, and so on
 * @param end how it ended
 * @param failure what went wrong; null unless it failed
 */
public record RecordedAttempt(
    Instant startedAt, Duration duration, int round, End end, @Nullable Failure failure) {
  /** How an attempt ended, as far as a retry policy is concerned. */
  public enum End {
    SUCCEEDED,
    /** Failed; the retry policy decides what follows. */
    FAILED,
    /** Lost, interrupted or snoozed: it runs again, whatever the policy says. */
    REPEATED,
    /**
     * Failed because its destination was down: it used no retry, and the job was held until the
     * next attempt, which does not count towards {@code maxElapsed}.
     */
    REFUNDED,
    /** Cancelled, or still running. */
    OPEN
  }

  public RecordedAttempt {
    if ((end == End.FAILED) != (failure != null)) {
      throw new IllegalArgumentException(
          "an attempt must have a failure if it failed, and only then, but it %s with %s"
              .formatted(end, failure));
    }
  }

  /** Whether the job runs again without using a retry. */
  boolean isRepeated() {
    return end == End.REPEATED || end == End.REFUNDED;
  }

  Instant endedAt() {
    return startedAt.plus(duration);
  }
}
