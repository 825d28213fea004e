package io.taskforge.job;

import static io.taskforge.job.JobState.CANCELLED;
import static io.taskforge.job.JobState.DEAD;
import static io.taskforge.job.JobState.FAILED;
import static io.taskforge.job.JobState.QUEUED;
import static io.taskforge.job.JobState.RETRYING;
import static io.taskforge.job.JobState.RUNNING;
import static io.taskforge.job.JobState.SUCCEEDED;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Every way in which a job changes its state. Two causes that lead to the same state are two
 * transitions. This is the whole state machine: stores and engine {@link #check} every change
 * against it.
 */
public enum Transition {
  /** A worker claimed it. */
  CLAIMED(Set.of(QUEUED, RETRYING), Set.of(RUNNING)),
  /** Its handler returned. */
  COMPLETED(Set.of(RUNNING), Set.of(SUCCEEDED)),
  /** Its attempt failed, and its retry policy allows another. */
  RETRY_SCHEDULED(Set.of(RUNNING), Set.of(RETRYING)),
  /** Its attempt failed because its destination is down; uses no retry. */
  REFUNDED(Set.of(RUNNING), Set.of(QUEUED, RETRYING)),
  /** Its attempt failed, and that was the last. */
  GAVE_UP(Set.of(RUNNING), Set.of(FAILED)),
  /** Its attempt failed, that was the last, and its queue has a dead letter queue. */
  DEAD_LETTERED(Set.of(RUNNING), Set.of(DEAD)),
  /** Its handler asked to be run again later; uses no retry. */
  SNOOZED(Set.of(RUNNING), Set.of(QUEUED, RETRYING)),
  /** Its handler discarded it. */
  DISCARDED(Set.of(RUNNING), Set.of(CANCELLED)),
  /** Its worker gave it back: shut down, quieted, or without a place; uses no retry. */
  INTERRUPTED(Set.of(RUNNING), Set.of(QUEUED, RETRYING)),
  /** Its lease expired, and it may run again. */
  LEASE_LOST(Set.of(RUNNING), Set.of(RETRYING)),
  /** Its lease expired, and it must not run again: it is AT_MOST_ONCE or a poison message. */
  LOST_FOR_GOOD(Set.of(RUNNING), Set.of(FAILED, DEAD)),
  /** A user moved it to the dead letter queue. */
  DEAD_LETTERED_BY_REQUEST(Set.of(QUEUED, RETRYING, FAILED), Set.of(DEAD)),
  /** A user cancelled it. */
  CANCELLED_BY_REQUEST(Set.of(QUEUED, RETRYING, RUNNING, FAILED, DEAD), Set.of(CANCELLED)),
  /** A user cancelled its retries. */
  RETRIES_CANCELLED(Set.of(RETRYING), Set.of(FAILED)),
  /** A user retried it now. */
  RETRIED_NOW(Set.of(QUEUED, RETRYING, FAILED, CANCELLED), Set.of(QUEUED, RETRYING)),
  /** A user rescheduled it. */
  RESCHEDULED(Set.of(QUEUED, RETRYING), Set.of(QUEUED, RETRYING)),
  /** A user redrove it from its dead letter queue. */
  REDRIVEN(Set.of(DEAD), Set.of(QUEUED));

  private final Set<JobState> from;
  private final Set<JobState> to;

  Transition(Set<JobState> from, Set<JobState> to) {
    this.from = inOrder(from);
    this.to = inOrder(to);
  }

  /** The states that it can start from. */
  public Set<JobState> from() {
    return from;
  }

  /** The states that it can lead to. */
  public Set<JobState> to() {
    return to;
  }

  /**
   * Checks a change of state.
   *
   * @throws IllegalTransitionException if this transition does not lead from {@code before} to
   *     {@code after}
   */
  public void check(JobId job, JobState before, JobState after) {
    if (!from.contains(before) || !to.contains(after)) {
      throw new IllegalTransitionException(job, this, before, after);
    }
  }

  private static Set<JobState> inOrder(Set<JobState> states) {
    return Collections.unmodifiableSet(EnumSet.copyOf(states));
  }
}
