package io.taskforge.engine.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between tries while the store fails: exponential backoff with jitter, short enough to be
 * back within seconds of the store. Used by one turn at a time.
 */
public final class FaultPause {
  private static final long FIRST_MS = 50;
  private static final long LONGEST_MS = 2_000;

  private final RandomGenerator random;
  private int faults;

  public FaultPause(RandomGenerator random) {
    this.random = random;
  }

  /** The store has answered: the next fault is a first one again. */
  public void reset() {
    faults = 0;
  }

  /** Returns how long to wait after one more fault. */
  public Duration next() {
    long most = Math.min(LONGEST_MS, FIRST_MS << Math.min(faults, 10));
    faults++;
    return Duration.ofMillis(most / 2 + random.nextLong(most / 2 + 1));
  }
}
