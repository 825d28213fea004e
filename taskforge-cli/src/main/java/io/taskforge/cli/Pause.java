package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import java.time.Duration;
import java.util.List;

/** Sleeps between two requests to a server. */
final class Pause {
  private Pause() {}

  static void of(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.of(List.of("interrupted"), ExitCodes.UNEXPECTED);
    }
  }
}
