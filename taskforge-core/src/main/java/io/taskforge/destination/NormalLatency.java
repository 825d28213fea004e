package io.taskforge.destination;

import java.time.Duration;

/**
 * How long calls to a destination take normally: a moving average of those that were not slow.
 *
 * @param calls how many calls it is made of
 */
public record NormalLatency(double averageSeconds, long calls) {
  /** Of a destination that was not called yet. */
  public static final NormalLatency UNKNOWN = new NormalLatency(0, 0);

  private static final long ENOUGH_CALLS = 20;
  private static final double SMOOTHING = 0.05;

  /** Whether a call took {@code factor} times as long as usual; false while that is not known. */
  public boolean isSlow(Duration call, double factor) {
    return calls >= ENOUGH_CALLS && seconds(call) > factor * averageSeconds;
  }

  /** Returns the average with one more call that was not slow. */
  public NormalLatency with(Duration call) {
    double share = calls < ENOUGH_CALLS ? 1.0 / (calls + 1) : SMOOTHING;
    return new NormalLatency(averageSeconds + share * (seconds(call) - averageSeconds), calls + 1);
  }

  private static double seconds(Duration call) {
    return call.toNanos() / 1e9;
  }
}
