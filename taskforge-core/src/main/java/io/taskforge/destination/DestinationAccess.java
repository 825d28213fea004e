package io.taskforge.destination;

/** Whether jobs may call a destination. */
public enum DestinationAccess {
  /** Without limit. */
  OPEN,
  /** As many as the release rate grants: the destination recovers. */
  LIMITED,
  /** A few probes, never AT_MOST_ONCE jobs. */
  PROBES,
  /** None. */
  CLOSED
}
