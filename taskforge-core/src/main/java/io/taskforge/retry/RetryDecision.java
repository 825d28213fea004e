package io.taskforge.retry;

import java.time.Duration;

/** What happens to a job after a failed attempt, and why. */
public sealed interface RetryDecision {
  /** Returns the decision and its reason in one line of text. */
  String explain();

  /** The job is retried after {@link #delay}. */
  record Retry(DelayExplanation explanation) implements RetryDecision {
    /** The delay before the next attempt. */
    public Duration delay() {
      return explanation.chosen();
    }

    @Override
    public String explain() {
      return explanation.toString();
    }
  }

  /** The job is not retried. */
  sealed interface GiveUp extends RetryDecision {
    /** Explains the reason. */
    GiveUpExplanation why();

    /** Why the job is not retried. */
    default GiveUpReason reason() {
      return why().reason();
    }

    /** The details of the reason, with figures. */
    default String detail() {
      return why().detail();
    }

    @Override
    default String explain() {
      String what = this instanceof DeadLetter ? "dead-lettered" : "failed";
      return what + ", " + reason().text() + ": " + detail();
    }
  }

  /** The job ends as FAILED. */
  record Fail(GiveUpExplanation why) implements GiveUp {}

  /** The job moves to its queue's dead letter queue. */
  record DeadLetter(GiveUpExplanation why) implements GiveUp {}
}
