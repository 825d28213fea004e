package io.taskforge.server.outbound;

import io.taskforge.failure.Errors;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.Outcome;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Puts a job off whose call could not begin because too much was under way here: nobody was called,
 * so nobody has failed, and it costs no retry. Thread-safe.
 */
public final class OverloadBackoff {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private final RandomGenerator random;

  /**
   * Makes it.
   *
   * @param random spreads those that are put off at the same time
   */
  public OverloadBackoff(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Returns when the job is tried again.
   *
   * @throws HandlerFailure the given one, if its call may have begun
   */
  public Outcome of(HandlerFailure failure) {
    if (!failure.type().equals(Errors.OVERLOADED)) {
      throw failure;
    }
    long millis = random.nextLong(SHORTEST.toMillis(), LONGEST.toMillis());
    return Outcome.snooze(Duration.ofMillis(millis), String.valueOf(failure.getMessage()));
  }
}
