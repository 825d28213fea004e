package io.taskforge.testing.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for another thread to do something. */
final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long LOOK_EVERY = Duration.ofMillis(1).toNanos();

  private Await() {}

  static void until(String what, BooleanSupplier condition) {
    long begun = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new AssertionError("waited in vain until " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY);
    }
  }
}
