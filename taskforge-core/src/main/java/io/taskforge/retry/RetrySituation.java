package io.taskforge.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a job stands when an attempt has failed: all that a decision depends on besides the policy
 * and the failure. Times are durations, so that deciding needs no clock.
 *
 * @param failures failed attempts so far, the one being decided included; at least 1. Lost leases
 *     and interruptions are not failures
 * @param elapsed time since the first attempt started
 * @param previousDelay the delay before the attempt that failed now, or null for the first attempt
 * @param untilDeadline time left until the job's deadline, negative if it has passed, or null
 *     without one
 * @param deadLetterQueue whether giving up means the dead letter queue rather than FAILED
 */
public record RetrySituation(
    int failures,
    Duration elapsed,
    @Nullable Duration previousDelay,
    @Nullable Duration untilDeadline,
    boolean deadLetterQueue) {
  public RetrySituation {
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
   * Returns the situation after {@code failures} failed attempts, with no deadline and no time
   * gone.
   */
  public static RetrySituation afterFailures(int failures) {
    return new RetrySituation(failures, Duration.ZERO, null, null, false);
  }

  /** Returns this situation with {@code elapsed} gone since the first attempt started. */
  public RetrySituation elapsed(Duration elapsed) {
    return new RetrySituation(failures, elapsed, previousDelay, untilDeadline, deadLetterQueue);
  }

  /** Returns this situation with the delay that preceded the failed attempt. */
  public RetrySituation previousDelay(Duration previousDelay) {
    return new RetrySituation(failures, elapsed, previousDelay, untilDeadline, deadLetterQueue);
  }

  /** Returns this situation with a deadline that far ahead. */
  public RetrySituation untilDeadline(Duration untilDeadline) {
    return new RetrySituation(failures, elapsed, previousDelay, untilDeadline, deadLetterQueue);
  }

  /** Returns this situation in a queue that has a dead letter queue. */
  public RetrySituation withDeadLetterQueue() {
    return new RetrySituation(failures, elapsed, previousDelay, untilDeadline, true);
  }
}
