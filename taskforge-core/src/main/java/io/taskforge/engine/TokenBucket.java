package io.taskforge.engine;

import io.taskforge.queue.StartRate;
import java.time.Duration;

/**
 * A token bucket: each start takes a token, and tokens come back at the rate's pace, up to as many
 * as the rate allows at once. Full at first. Knows no clock: callers give the ticker's nanoseconds.
 */
final class TokenBucket {
  // Sums of fractions: a token that is there but for this much is there.
  private static final double ROUNDING = 1e-6;

  private final StartRate rate;
  private double tokens;
  private long filledAt;

  TokenBucket(StartRate rate, long now) {
    this(rate, rate.starts(), now);
  }

  private TokenBucket(StartRate rate, double tokens, long now) {
    this.rate = rate;
    this.tokens = Math.min(tokens, rate.starts());
    this.filledAt = now;
  }

  /** Returns this bucket, or one for another rate with the tokens that are left, but no more. */
  TokenBucket at(StartRate wanted, long now) {
    if (wanted.equals(rate)) {
      return this;
    }
    fill(now);
    return new TokenBucket(wanted, tokens, now);
  }

  /** How many may start now. */
  int available(long now) {
    fill(now);
    return (int) Math.floor(tokens + ROUNDING);
  }

  /** So many have started, which {@link #available} allowed. */
  void take(int starts) {
    tokens = Math.max(0, tokens - starts);
  }

  /** How long until one more may start; zero if one may now. */
  Duration untilNext(long now) {
    if (available(now) > 0) {
      return Duration.ZERO;
    }
    return Duration.ofNanos((long) Math.ceil((1 - tokens) * nanosPerToken()));
  }

  private void fill(long now) {
    // Differences only: a ticker may begin anywhere, and wraps around.
    long passed = now - filledAt;
    if (passed > 0) {
      tokens = Math.min(rate.starts(), tokens + passed / nanosPerToken());
      filledAt = now;
    }
  }

  private double nanosPerToken() {
    return (double) rate.per().toNanos() / rate.starts();
  }
}
