package io.taskforge.job;

import io.taskforge.failure.ErrorType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of an attempt. If a handler throws instead, the retry policy decides. */
public sealed interface Outcome {
  /** The work is done, without a result. */
  Outcome DONE = new Done(null);

  /** The work is done; {@code result} is kept with the job, as JSON. */
  static Outcome done(Object result) {
    return new Done(result);
  }

  /** Run it again after {@code delay}; costs no retry. */
  static Outcome snooze(Duration delay) {
    return new Snooze(delay, null);
  }

  /** Run it again after {@code delay}; the reason is kept in the history. Costs no retry. */
  static Outcome snooze(Duration delay, String reason) {
    return new Snooze(delay, reason);
  }

  /** The job is no longer needed: it ends as CANCELLED. */
  static Outcome discard(String reason) {
    return new Discard(reason, null);
  }

  /** As {@link #discard(String)}; {@code result} is kept with the job, as JSON. */
  static Outcome discard(String reason, Object result) {
    return new Discard(reason, result);
  }

  /** A retry cannot help: the job goes to its dead letter queue, or ends FAILED without one. */
  static Outcome deadLetter(String reason) {
    return new DeadLettered(reason);
  }

  /** It failed; try again after {@code delay}, if the policy has a retry left. */
  static Outcome retryIn(Duration delay, ErrorType type, String message) {
    return new RetryIn(delay, type, message);
  }

  /** See {@link #done}. */
  record Done(@Nullable Object result) implements Outcome {}

  /** See {@link #snooze(Duration, String)}. */
  record Snooze(Duration delay, @Nullable String reason) implements Outcome {
    public Snooze {
      if (delay.isNegative()) {
        throw new IllegalArgumentException("snooze must not be negative but was " + delay);
      }
    }
  }

  /** See {@link #discard(String, Object)}. */
  record Discard(String reason, @Nullable Object result) implements Outcome {}

  /** See {@link #deadLetter}. */
  record DeadLettered(String reason) implements Outcome {}

  /** See {@link #retryIn}. */
  record RetryIn(Duration delay, ErrorType type, String message) implements Outcome {}
}
