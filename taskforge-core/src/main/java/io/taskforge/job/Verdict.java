package io.taskforge.job;

import io.taskforge.failure.Failure;
import io.taskforge.text.StoredText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended and what happens to its job next. Decided once; stores write it, listeners
 * receive it and the history shows it.
 *
 * @param status how the run ended
 * @param transition the name of the job's change of state
 * @param next what happens to the job next
 * @param counters the job's counters after the run
 * @param failure what went wrong, or null
 * @param explanation why, in one line; empty where there is nothing to explain
 * @param maxRetries of the retry policy that decided; 0 where none did
 */
public record Verdict(
    AttemptStatus status,
    Transition transition,
    Next next,
    Counters counters,
    @Nullable Failure failure,
    String explanation,
    int maxRetries)
    implements AttemptEnd {
  public Verdict {
    explanation = StoredText.text(explanation);
    if (status == AttemptStatus.SUCCEEDED && next instanceof RunAgain) {
      throw new IllegalArgumentException(
          "a run that SUCCEEDED must end its job, but the next step was " + next);
    }
    boolean succeeded =
        status == AttemptStatus.SUCCEEDED
            || (next instanceof Finish finish && finish.state() == JobState.SUCCEEDED);
    if (succeeded && failure != null) {
      throw new IllegalArgumentException(
          "a run or job that SUCCEEDED must not have a failure, but had " + failure.type());
    }
  }

  /** A verdict that no retry policy was needed for. */
  public static Verdict of(
      AttemptStatus status,
      Transition transition,
      Next next,
      Counters counters,
      @Nullable Failure failure,
      String explanation) {
    return new Verdict(status, transition, next, counters, failure, explanation, 0);
  }

  /** Returns this verdict with more to explain. */
  public Verdict explained(String more) {
    String text = explanation.isEmpty() ? more : explanation + "; " + more;
    return new Verdict(status, transition, next, counters, failure, text, maxRetries);
  }

  /** Returns this verdict with a delay that is shorter by {@code passed}, if it has one. */
  public Verdict sooner(Duration passed) {
    if (!(next instanceof RunAgain again)) {
      return this;
    }
    Duration left = again.delay().minus(passed);
    return withDelay(left.isNegative() ? Duration.ZERO : left);
  }

  /** Returns this verdict with another delay, if it has one. */
  public Verdict withDelay(Duration delay) {
    return next instanceof RunAgain again
        ? new Verdict(
            status,
            transition,
            new RunAgain(delay, again.countsAsDelay()),
            counters,
            failure,
            explanation,
            maxRetries)
        : this;
  }

  /** The job's state after the transition. */
  @Override
  public JobState state() {
    if (next instanceof Finish finish) {
      return finish.state();
    }
    return next instanceof DeadLetterTo ? JobState.DEAD : counters.waitingState();
  }

  /** The delay until the next run, or null where there is none. */
  public @Nullable Duration delay() {
    return next instanceof RunAgain again ? again.delay() : null;
  }

  /** What happens to a job after a run. */
  public sealed interface Next {}

  /**
   * It waits, and runs again {@code delay} after the commit, by the store's clock.
   *
   * @param countsAsDelay whether the retry policy sees this delay as its previous one
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
      if (state == JobState.FAILED && result != null) {
        throw new IllegalArgumentException(
            "only a SUCCEEDED or CANCELLED job can have a result, but the state was FAILED");
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
