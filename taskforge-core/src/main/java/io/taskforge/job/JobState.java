package io.taskforge.job;

/** The state of a job. {@link Transition} defines which state can follow which. */
public enum JobState {
  /** Waits for its first run, or for its next after a redrive, a snooze or an interruption. */
  QUEUED,
  /** Leased to a worker. */
  RUNNING,
  /** Has failed or lost its worker, and waits for its next run. */
  RETRYING,
  /** Its handler returned. */
  SUCCEEDED,
  /** Failed for the last time; kept for inspection. */
  FAILED,
  /** Failed for the last time; in a dead letter queue, from which it can be redriven. */
  DEAD,
  /** Cancelled by a user, or discarded by its handler. */
  CANCELLED;

  /** Whether the job has ended: it does not run again unless a user retries or redrives it. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == DEAD || this == CANCELLED;
  }
}
