package io.taskforge.job;

/** The status of one run of a job. */
public enum AttemptStatus {
  /** The handler runs. */
  RUNNING,
  /** The handler returned. */
  SUCCEEDED,
  /** The handler threw, exceeded its timeout, or reported a failure. */
  FAILED,
  /** Its lease expired: the worker sent no heartbeat. */
  LOST,
  /** Its worker was shut down. */
  INTERRUPTED,
  /** The handler asked for a later run. */
  SNOOZED,
  /** Cancelled by a user, or discarded by the handler. */
  CANCELLED
}
