package io.taskforge.store;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.Run;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run, as a store commits it. Throws {@link
 * io.taskforge.job.IllegalTransitionException} for a verdict that a running job cannot have.
 *
 * @param job the job as it was claimed
 * @param worker the worker that ran it; for a lost job, the worker that lost it
 */
public record Settlement(ClaimedJob job, WorkerId worker, Run run, Verdict verdict) {
  public Settlement {
    if ((run.startedAt() == null) != (run.duration() == null)) {
      throw new IllegalArgumentException(
          "startedAt and duration must both be null or neither, but were %s and %s"
              .formatted(run.startedAt(), run.duration()));
    }
    verdict.transition().check(job.id(), JobState.RUNNING, verdict.state());
    if (verdict.status() == AttemptStatus.SUCCEEDED && !run.isStarted()) {
      throw new IllegalArgumentException(
          "a run that SUCCEEDED must have been started, but startedAt was null");
    }
  }

  /** Returns this settlement with another verdict. */
  public Settlement with(Verdict other) {
    return new Settlement(job, worker, run, other);
  }

  /** The number of this entry in the job's history: it is an attempt only if it was started. */
  public AttemptNumber number() {
    return run.isStarted() ? job.number() : job.number().neverStarted();
  }

  /** When the run ended: at {@code now}, the time of the commit, if it never started. */
  public Instant finishedAt(Instant now) {
    return run.startedAt() == null || run.duration() == null
        ? now
        : run.startedAt().plus(run.duration());
  }

  /** About when the job runs next, or null if it does not; see {@link #finishedAt}. */
  public @Nullable Instant nextRunAt(Instant now) {
    Duration delay = verdict.delay();
    return delay == null ? null : finishedAt(now).plus(delay);
  }

  /** The explanation if the job would run again but a cancellation was requested. */
  public String cancelledExplanation() {
    String cancelled = run.isStarted() ? "cancelled while it ran" : "cancelled before it started";
    return verdict.explanation().isEmpty() ? cancelled : cancelled + "; " + verdict.explanation();
  }
}
