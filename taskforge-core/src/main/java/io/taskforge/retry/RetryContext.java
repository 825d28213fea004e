package io.taskforge.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The input of a retry decision besides the policy and the failure. Times are durations, so that
 * deciding needs no clock. Immutable. Start with {@link #afterFailures}.
 */
public final class RetryContext {
  private final int failures;
  private final Duration elapsed;
  private final @Nullable Duration previousDelay;
  private final @Nullable Duration untilDeadline;
  private final @Nullable DeadLetterOn deadLetterOn;

  RetryContext(
      int failures,
      Duration elapsed,
      @Nullable Duration previousDelay,
      @Nullable Duration untilDeadline,
      @Nullable DeadLetterOn deadLetterOn) {
    if (failures < 1) {
      throw new IllegalArgumentException("failures must be at least 1 but was " + failures);
    }
    if (elapsed.isNegative()) {
      throw new IllegalArgumentException("elapsed must not be negative but was " + elapsed);
    }
    if (previousDelay != null && previousDelay.isNegative()) {
      throw new IllegalArgumentException(
          "previousDelay must not be negative but was " + previousDelay);
    }
    this.failures = failures;
    this.elapsed = elapsed;
    this.previousDelay = previousDelay;
    this.untilDeadline = untilDeadline;
    this.deadLetterOn = deadLetterOn;
  }

  /**
   * Returns the context after {@code failures} failed attempts, with no time elapsed and no
   * deadline.
   */
  public static RetryContext afterFailures(int failures) {
    return new RetryContext(failures, Duration.ZERO, null, null, null);
  }

  /** Returns this context with the time since the first attempt started. */
  public RetryContext elapsed(Duration elapsed) {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, deadLetterOn);
  }

  /** Returns this context with the delay before the failed attempt; null for the first attempt. */
  public RetryContext previousDelay(@Nullable Duration previousDelay) {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, deadLetterOn);
  }

  /** Returns this context with the time left until the deadline; null without a deadline. */
  public RetryContext untilDeadline(@Nullable Duration untilDeadline) {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, deadLetterOn);
  }

  /** Returns this context for a queue with a dead letter queue for these jobs; null without one. */
  public RetryContext deadLetterOn(@Nullable DeadLetterOn deadLetterOn) {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, deadLetterOn);
  }

  /**
   * Failed attempts so far, including this one; at least 1. Lost leases and interruptions are not
   * failures.
   */
  public int failures() {
    return failures;
  }

  /** Time since the first attempt started. */
  public Duration elapsed() {
    return elapsed;
  }

  /** The delay before the failed attempt, or null for the first attempt. */
  public @Nullable Duration previousDelay() {
    return previousDelay;
  }

  /** Time left until the job's deadline, negative if it has passed, or null without one. */
  public @Nullable Duration untilDeadline() {
    return untilDeadline;
  }

  /** Which jobs move to the queue's dead letter queue, or null if it has none. */
  public @Nullable DeadLetterOn deadLetterOn() {
    return deadLetterOn;
  }
}
