package io.taskforge.job;

import static io.taskforge.job.JobState.CANCELLED;
import static io.taskforge.job.JobState.DEAD;
import static io.taskforge.job.JobState.FAILED;
import static io.taskforge.job.JobState.QUEUED;
import static io.taskforge.job.JobState.RETRYING;
import static io.taskforge.job.JobState.RUNNING;
import static io.taskforge.job.JobState.SUCCEEDED;

import java.util.Set;

/**
 * Every way in which a job changes its state. Two stories that end in the same state are two
 * transitions. This is the whole table: what is not here does not happen.
 */
public enum Transition {
  /** A worker took it. */
  CLAIMED(Set.of(QUEUED, RETRYING), Set.of(RUNNING)),
  /** Its handler returned. */
  COMPLETED(Set.of(RUNNING), Set.of(SUCCEEDED)),
  /** Its attempt failed, and its policy gives it another. */
  RETRY_SCHEDULED(Set.of(RUNNING), Set.of(RETRYING)),
  /** Its attempt failed, and that was the last. */
  GAVE_UP(Set.of(RUNNING), Set.of(FAILED)),
  /** Its attempt failed, that was the last, and its queue has a dead letter queue. */
  DEAD_LETTERED(Set.of(RUNNING), Set.of(DEAD)),
  /** Its handler asked for another run later; costs nothing. */
  SNOOZED(Set.of(RUNNING), Set.of(QUEUED, RETRYING)),
  /** Its handler found that it need not be run. */
  DISCARDED(Set.of(RUNNING), Set.of(CANCELLED)),
  /** Its worker was shut down; costs nothing. */
  INTERRUPTED(Set.of(RUNNING), Set.of(QUEUED, RETRYING)),
  /** Its worker fell silent, and it may run again. */
  LEASE_LOST(Set.of(RUNNING), Set.of(RETRYING)),
  /** Its worker fell silent, and it must not run again, or too many workers have. */
  LOST_FOR_GOOD(Set.of(RUNNING), Set.of(FAILED, DEAD)),
  /** A person stopped it. */
  CANCELLED_BY_REQUEST(Set.of(QUEUED, RETRYING, RUNNING, FAILED, DEAD), Set.of(CANCELLED)),
  /** A person stopped its pending retries: it stays failed. */
  RETRIES_CANCELLED(Set.of(RETRYING), Set.of(FAILED)),
  /** A person wants it run now. */
  RETRIED_NOW(Set.of(QUEUED, RETRYING, FAILED, CANCELLED), Set.of(QUEUED, RETRYING)),
  /** A person chose another time. */
  RESCHEDULED(Set.of(QUEUED, RETRYING), Set.of(QUEUED, RETRYING)),
  /** A person took it out of the dead letter queue. */
  REDRIVEN(Set.of(DEAD), Set.of(QUEUED));

  private final Set<JobState> from;
  private final Set<JobState> to;

  Transition(Set<JobState> from, Set<JobState> to) {
    this.from = from;
    this.to = to;
  }

  /** The states in which it can happen. */
  public Set<JobState> from() {
    return from;
  }

  /** The states it can lead to. */
  public Set<JobState> to() {
    return to;
  }
}
