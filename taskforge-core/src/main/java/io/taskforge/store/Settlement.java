package io.taskforge.store;

import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.text.StoredText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one run ended and what becomes of its job.
 *
 * @param job the job as it was claimed
 * @param worker who ran it: for a lost job, the worker that lost it
 * @param status how the run ended
 * @param startedAt when the handler was started, by the store's clock; null if it never was
 * @param duration how long the handler ran, by a monotonic clock; null if it was never started
 * @param failure what went wrong, or null
 * @param counters the job's counters after the attempt
 * @param next what becomes of the job
 * @param transition the name of that change
 * @param explanation why, in one line; empty where there is nothing to explain
 * @param log lines that the handler wrote
 * @param progress what the handler last said of its progress, or null
 */
public record Settlement(
    ClaimedJob job,
    WorkerId worker,
    AttemptStatus status,
    @Nullable Instant startedAt,
    @Nullable Duration duration,
    @Nullable Failure failure,
    Counters counters,
    Next next,
    Transition transition,
    String explanation,
    List<String> log,
    @Nullable Double progress) {
  public Settlement {
    // Stores keep microseconds; cut here, so that every store and every answer says the same.
    startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MICROS);
    duration = duration == null ? null : duration.truncatedTo(ChronoUnit.MICROS);
    if ((startedAt == null) != (duration == null)) {
      throw new IllegalArgumentException(
          "startedAt and duration must both be null or neither, but were %s and %s"
              .formatted(startedAt, duration));
    }
    explanation = StoredText.text(explanation);
    log = StoredText.lines(log);
  }

  /** Where this entry stands in the job's history: it is an attempt only if it was started. */
  public AttemptNumber number() {
    return startedAt == null ? job.number().neverStarted() : job.number();
  }

  /** When the run ended: at {@code now}, the time of the commit, if it never started. */
  public Instant finishedAt(Instant now) {
    return startedAt == null || duration == null ? now : startedAt.plus(duration);
  }

  /** The explanation where the job would run again but was to be cancelled. */
  public String cancelledExplanation() {
    String cancelled = startedAt == null ? "cancelled before it started" : "cancelled while it ran";
    return explanation.isEmpty() ? cancelled : cancelled + "; " + explanation;
  }

  /** The job's state once this is committed. */
  public JobState stateAfter() {
    if (next instanceof Finish finish) {
      return finish.state();
    }
    return next instanceof DeadLetterTo ? JobState.DEAD : counters.waitingState();
  }

  /** What becomes of a job whose attempt has ended. */
  public sealed interface Next {}

  /**
   * It waits, and runs again {@code delay} after the commit, by the store's clock.
   *
   * @param countsAsDelay whether the next attempt's policy sees this delay as its previous one
   */
  public record RunAgain(Duration delay, boolean countsAsDelay) implements Next {
    public RunAgain {
      if (delay.isNegative()) {
        throw new IllegalArgumentException("delay must not be negative but was " + delay);
      }
      delay = delay.truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** It ends as SUCCEEDED, FAILED or CANCELLED, with a result if there is one. */
  public record Finish(JobState state, @Nullable Payload result) implements Next {
    public Finish {
      if (!state.isFinal() || state == JobState.DEAD) {
        throw new IllegalArgumentException(
            "must be SUCCEEDED, FAILED or CANCELLED but was " + state);
      }
    }
  }

  /** It moves to a dead letter queue. */
  public record DeadLetterTo(QueueName queue, String reason) implements Next {
    public DeadLetterTo {
      reason = StoredText.text(reason);
    }
  }
}
