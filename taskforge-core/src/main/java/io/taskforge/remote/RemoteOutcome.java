package io.taskforge.remote;

import io.taskforge.job.Payload;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt of a remote worker ended: what a handler can return, a failure, or that the job
 * was given back.
 */
public sealed interface RemoteOutcome {
  /**
   * The job succeeded.
   *
   * @param result stored with the job, or null
   */
  record Completed(@Nullable Payload result) implements RemoteOutcome {}

  /** The attempt failed; the retry policy decides what happens next. */
  record Failed(RemoteFailure failure) implements RemoteOutcome {}

  /**
   * Run the job again after a delay, without using a retry.
   *
   * @param reason kept in the history, or null
   */
  record Snoozed(Duration delay, @Nullable String reason) implements RemoteOutcome {
    /** Rejects a negative delay. */
    public Snoozed {
      if (delay.isNegative()) {
        throw new IllegalArgumentException("snooze must not be negative but was " + delay);
      }
    }
  }

  /**
   * The job is no longer needed and ends as CANCELLED.
   *
   * @param result stored with the job, or null
   */
  record Discarded(String reason, @Nullable Payload result) implements RemoteOutcome {}

  /** A retry cannot help: the job goes to its dead letter queue, or ends FAILED without one. */
  record DeadLettered(String reason) implements RemoteOutcome {}

  /**
   * The job goes back to its queue without using a retry, because the worker shuts down or the job
   * should be cancelled.
   *
   * @param started whether the worker may have started it; an AT_MOST_ONCE job is then given up
   */
  record Released(boolean started) implements RemoteOutcome {}
}
