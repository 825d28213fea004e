package io.taskforge.retry;

import io.taskforge.value.Copyable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The input of a retry decision besides the policy and the failure. Times are durations, so that
 * deciding needs no clock. Immutable. Start with {@link #afterFailures}.
 */
public final class RetryContext extends Copyable<RetryContext> {
  private final int failures;
  private Duration elapsed = Duration.ZERO;
  private @Nullable Duration previousDelay;
  private @Nullable Duration untilDeadline;
  private @Nullable DeadLetterOn deadLetterOn;

  private RetryContext(int failures) {
    if (failures < 1) {
      throw new IllegalArgumentException("failures must be at least 1 but was " + failures);
    }
    this.failures = failures;
  }

  @Override
  protected void check() {
    if (elapsed.isNegative()) {
      throw new IllegalArgumentException("elapsed must not be negative but was " + elapsed);
    }
    if (previousDelay != null && previousDelay.isNegative()) {
      throw new IllegalArgumentException(
          "previousDelay must not be negative but was " + previousDelay);
    }
  }

  /**
   * Returns the context after {@code failures} failed attempts, with no time elapsed and no
   * deadline.
   */
  public static RetryContext afterFailures(int failures) {
    return new RetryContext(failures);
  }

  /** Returns this context with the time since the first attempt started. */
  public RetryContext elapsed(Duration elapsed) {
    return with(context -> context.elapsed = elapsed);
  }

  /** Returns this context with the delay before the failed attempt; null for the first attempt. */
  public RetryContext previousDelay(@Nullable Duration previousDelay) {
    return with(context -> context.previousDelay = previousDelay);
  }

  /** Returns this context with the time left until the deadline; null without a deadline. */
  public RetryContext untilDeadline(@Nullable Duration untilDeadline) {
    return with(context -> context.untilDeadline = untilDeadline);
  }

  /** Returns this context for a queue with a dead letter queue for these jobs; null without one. */
  public RetryContext deadLetterOn(@Nullable DeadLetterOn deadLetterOn) {
    return with(context -> context.deadLetterOn = deadLetterOn);
  }

  /**
   * Failed attempts so far, including this one; at least 1. Lost leases and interruptions are not
   * failures.
   */
  public int failures() {
    return failures;
  }

  /** The time since the first attempt started. */
  public Duration elapsed() {
    return elapsed;
  }

  /** The delay before the failed attempt; null for the first attempt. */
  public @Nullable Duration previousDelay() {
    return previousDelay;
  }

  /** Time left until the job's deadline, negative if it has passed, or null without one. */
  public @Nullable Duration untilDeadline() {
    return untilDeadline;
  }

  /** Which jobs the queue dead-letters; null without a dead letter queue. */
  public @Nullable DeadLetterOn deadLetterOn() {
    return deadLetterOn;
  }
}
