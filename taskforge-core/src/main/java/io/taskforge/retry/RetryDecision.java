package io.taskforge.retry;

import java.time.Duration;

/** What happens to a job whose attempt has failed. Each decision says why. */
public sealed interface RetryDecision {
  /** Returns the decision and its reason in one line, for people. */
  String explain();

  /** Run it again after {@link #delay}. */
  record Retry(DelayExplanation explanation) implements RetryDecision {
    /** How long to wait. */
    public Duration delay() {
      return explanation.chosen();
    }

    @Override
    public String explain() {
      return explanation.toString();
    }
  }

  /** The end: the job is kept as FAILED. */
  record Fail(GiveUp why) implements RetryDecision {
    /** Why, as a value. */
    public GiveUpReason reason() {
      return why.reason();
    }

    /** Why, in words. */
    public String detail() {
      return why.detail();
    }

    @Override
    public String explain() {
      return "failed, " + reason().text() + ": " + detail();
    }
  }

  /** The end: the job moves to its queue's dead letter queue. */
  record DeadLetter(GiveUp why) implements RetryDecision {
    /** Why, as a value. */
    public GiveUpReason reason() {
      return why.reason();
    }

    /** Why, in words. */
    public String detail() {
      return why.detail();
    }

    @Override
    public String explain() {
      return "dead-lettered, " + reason().text() + ": " + detail();
    }
  }
}
