package io.taskforge.job;

/** Where a job stands. {@link Transition} says which state can follow which. */
public enum JobState {
  /** Waits for its first run, or for its next after a redrive, a snooze or an interruption. */
  QUEUED,
  /** Leased to a worker. */
  RUNNING,
  /** Has failed or lost its worker, and waits for its next run. */
  RETRYING,
  /** Done. */
  SUCCEEDED,
  /** Given up, kept for inspection. */
  FAILED,
  /** Given up, in a dead letter queue, from which it can be redriven. */
  DEAD,
  /** Stopped by a person, or discarded by its handler. */
  CANCELLED;

  /** Whether the job rests: nothing runs it unless a person says so. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == DEAD || this == CANCELLED;
  }
}
