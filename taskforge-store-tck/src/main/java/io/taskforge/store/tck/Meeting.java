package io.taskforge.store.tck;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A barrier for threads that run in rounds. It spins, because waking a thread takes too long for a
 * race of microseconds.
 */
final class Meeting {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();
  private static final int SPINS = 10_000;

  private final int parties;
  private final AtomicInteger arrived = new AtomicInteger();

  Meeting(int parties) {
    this.parties = parties;
  }

  /** Waits until all threads have reached this round, counted from 0. */
  void at(int round) {
    arrived.incrementAndGet();
    long start = System.nanoTime();
    for (int spins = 0; arrived.get() < (round + 1) * parties; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else if (Thread.interrupted() || System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("the other threads did not reach round " + round);
      } else {
        LockSupport.parkNanos(1_000);
      }
    }
  }
}
