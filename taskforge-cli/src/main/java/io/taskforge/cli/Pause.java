package io.taskforge.cli;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A wait between two looks at a server. */
final class Pause {
  private Pause() {}

  static void of(Duration time) {
    try {
      boolean unused = new Semaphore(0).tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.of(List.of("interrupted"), ExitCodes.UNEXPECTED);
    }
  }
}
