package io.taskforge.engine.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with equal jitter for calls to a failing store, from 50 ms to 2 s. Not
 * thread-safe.
 */
public final class StoreBackoff {
  private static final long FIRST_MS = 50;
  private static final long LONGEST_MS = 2_000;

  private final RandomGenerator random;
  private int faults;

  public StoreBackoff(RandomGenerator random) {
    this.random = random;
  }

  /** Resets the backoff after a successful call. */
  public void reset() {
    faults = 0;
  }

  /** Returns the pause after one more failure. */
  public Duration next() {
    long most = Math.min(LONGEST_MS, FIRST_MS << Math.min(faults, 10));
    faults++;
    return Duration.ofMillis(most / 2 + random.nextLong(most / 2 + 1));
  }
}
