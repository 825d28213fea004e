package io.taskforge.architecture.broken;

import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Each member reads the system clock or waits, which its caller cannot control. */
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

  void parks() {
    LockSupport.parkNanos(1);
  }

  void parksUntil() {
    LockSupport.parkUntil(1);
  }

  ScheduledExecutorService schedules() {
    return Executors.newScheduledThreadPool(1);
  }

  ScheduledExecutorService schedulesAlone() {
    return Executors.newSingleThreadScheduledExecutor();
  }
}
