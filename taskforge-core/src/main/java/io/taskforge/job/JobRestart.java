package io.taskforge.job;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How finished jobs are queued again, with their counters at zero: dead letters are redriven,
 * FAILED and CANCELLED jobs are retried.
 *
 * @param from the state of the jobs, one of {@link #STATES}; jobs in other states are refused
 * @param target the queue to move them to, or null for the queue that each job ran in
 * @param note kept if this ends a stay in a dead letter queue
 */
public record JobRestart(JobState from, @Nullable QueueName target, ChangeNote note) {
  /** The states in which a finished job can be queued again. */
  public static final Set<JobState> STATES =
      Set.of(JobState.DEAD, JobState.FAILED, JobState.CANCELLED);

  public JobRestart {
    checkState(from);
  }

  /** Queues jobs again, without saying who requested it and why. */
  public JobRestart(JobState from, @Nullable QueueName target) {
    this(from, target, ChangeNote.NONE);
  }

  /**
   * Checks the state of jobs that are queued again.
   *
   * @throws IllegalArgumentException if it is not one of {@link #STATES}
   */
  public static JobState checkState(JobState from) {
    if (!STATES.contains(from)) {
      throw new IllegalArgumentException(
          "only DEAD, FAILED and CANCELLED jobs can be redriven but the state was " + from);
    }
    return from;
  }

  /** The state change that the restart makes. */
  public Transition transition() {
    return from == JobState.DEAD ? Transition.REDRIVEN : Transition.RETRIED_NOW;
  }
}
