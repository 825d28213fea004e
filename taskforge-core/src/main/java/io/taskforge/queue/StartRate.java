package io.taskforge.queue;

import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * A rate limit (token bucket) for starting jobs of a queue on a worker: a burst of up to {@code
 * starts}, refilled with {@code starts} every {@code per}.
 *
 * @param starts from 1 to 1,000,000
 * @param per from a millisecond to a day, truncated to microseconds
 */
public record StartRate(int starts, Duration per) {
  private static final int MAX_STARTS = 1_000_000;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);

  public StartRate {
    if (starts < 1 || starts > MAX_STARTS) {
      throw new IllegalArgumentException(
          "starts must be from 1 to %d but was %d".formatted(MAX_STARTS, starts));
    }
    if (per.compareTo(SHORTEST) < 0 || per.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("per must be from 1ms to 1d but was " + per);
    }
    per = per.truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public String toString() {
    return starts + " per " + DurationText.format(per);
  }
}
