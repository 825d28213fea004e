package io.taskforge.engine;

import io.taskforge.queue.StartRate;
import java.time.Duration;

/**
 * A token bucket: each start takes a token, and tokens are refilled at the rate, up to its burst.
 * Full at first. Has no clock: callers pass the ticker's nanoseconds.
 */
final class TokenBucket {
  // Rounding: a token that is complete but for this fraction counts as complete.
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

  /** Returns this bucket, or one for another rate with at most the remaining tokens. */
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

  /** Takes the tokens of jobs that have started; at most {@link #available}. */
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
