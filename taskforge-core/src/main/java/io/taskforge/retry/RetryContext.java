package io.taskforge.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The input of a retry decision besides the policy and the failure. Times are durations, so that
 * deciding needs no clock.
 *
 * @param failures failed attempts so far, including this one; at least 1. Lost leases and
 *     interruptions are not failures
 * @param elapsed time since the first attempt started
 * @param previousDelay the delay before the failed attempt, or null for the first attempt
 * @param untilDeadline time left until the job's deadline, negative if it has passed, or null
 *     without one
 * @param deadLetterQueue whether the queue has a dead letter queue
 */
public record RetryContext(
    int failures,
    Duration elapsed,
    @Nullable Duration previousDelay,
    @Nullable Duration untilDeadline,
    boolean deadLetterQueue) {
  public RetryContext {
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
  }

  /**
   * Returns the context after {@code failures} failed attempts, with no time elapsed and no
   * deadline.
   */
  public static RetryContext afterFailures(int failures) {
    return new RetryContext(failures, Duration.ZERO, null, null, false);
  }

  /** Returns this context with the time since the first attempt started. */
  public RetryContext elapsed(Duration elapsed) {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, deadLetterQueue);
  }

  /** Returns this context with the delay before the failed attempt. */
  public RetryContext previousDelay(Duration previousDelay) {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, deadLetterQueue);
  }

  /** Returns this context with the time left until the deadline. */
  public RetryContext untilDeadline(Duration untilDeadline) {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, deadLetterQueue);
  }

  /** Returns this context for a queue that has a dead letter queue. */
  public RetryContext withDeadLetterQueue() {
    return new RetryContext(failures, elapsed, previousDelay, untilDeadline, true);
  }
}
