package io.taskforge.job;

/** A job was about to change its state in a way that {@link Transition} does not allow. */
public final class IllegalTransitionException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  IllegalTransitionException(JobId job, Transition transition, JobState before, JobState after) {
    super(
        "job %s cannot go from %s to %s: %s leads from %s to %s"
            .formatted(job, before, after, transition, transition.from(), transition.to()));
  }
}
