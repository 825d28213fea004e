package io.taskforge.architecture.broken;

import java.time.Instant;
import java.util.function.Supplier;

/** Each member reads the time, or waits for it, behind its caller's back. */
final class ReadsTheClock {
  final Supplier<Instant> reference = Instant::now;

  Instant now() {
    return Instant.now();
  }

  long millis() {
    return System.currentTimeMillis();
  }

  long nanos() {
    return System.nanoTime();
  }

  void waits() throws InterruptedException {
    Thread.sleep(1);
  }
}
