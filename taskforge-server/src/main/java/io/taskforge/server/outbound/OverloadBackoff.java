package io.taskforge.server.outbound;

import io.taskforge.failure.Errors;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.Outcome;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Snoozes a job whose call did not start because this node is overloaded (backpressure). The target
 * was not called, so this does not count as a failed attempt. Thread-safe.
 *
 * @param random jitter, to spread jobs that are snoozed at the same time
 */
public record OverloadBackoff(RandomGenerator random) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(3);

  /**
   * Returns a snooze of a few seconds.
   *
   * @throws HandlerFailure the given failure, unless it is an overload
   */
  public Outcome of(HandlerFailure failure) {
    if (!failure.type().equals(Errors.OVERLOADED)) {
      throw failure;
    }
    long millis = random.nextLong(SHORTEST.toMillis(), LONGEST.toMillis());
    return Outcome.snooze(Duration.ofMillis(millis), String.valueOf(failure.getMessage()));
  }
}
