package io.taskforge.testing.engine;

import io.taskforge.retry.Backoff;
import java.time.Duration;

/** A strategy of a user's own that is broken from retry 1 on, once it is asked by the engine. */
final class ThrowingBackoff implements Backoff {
  private final Throwable thrown;
  private boolean armed;

  ThrowingBackoff(Throwable thrown) {
    this.thrown = thrown;
  }

  @Override
  public String strategy() {
    return "broken";
  }

  @Override
  public Duration delay(int retry) {
    // A policy asks once when it is made, to check the cap.
    if (!armed) {
      armed = true;
      return Duration.ofSeconds(1);
    }
    throw ThrowingBackoff.<RuntimeException>sneaky(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
