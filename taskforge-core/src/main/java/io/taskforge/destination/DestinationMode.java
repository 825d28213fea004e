package io.taskforge.destination;

/** Whether circuit breakers hold jobs. Affects only jobs that have a destination. */
public enum DestinationMode {
  /** Nothing is counted. */
  OFF,
  /** Decides and logs what it would do, and lets every job through. */
  SHADOW,
  /** Holds jobs. */
  ON
}
