package io.taskforge.job;

/** How one run of a job stands or ended. */
public enum AttemptStatus {
  /** Goes on. */
  RUNNING,
  /** The handler returned. */
  SUCCEEDED,
  /** The handler threw, ran past its time, or said that it failed. */
  FAILED,
  /** Its worker fell silent. */
  LOST,
  /** Its worker was shut down. */
  INTERRUPTED,
  /** The handler asked for a later run. */
  SNOOZED,
  /** Stopped by a person, or discarded by the handler. */
  CANCELLED
}
