package io.taskforge.testing.engine;

import io.taskforge.retry.Backoff;
import java.time.Duration;

/** A custom backoff that throws from retry 1 on when the engine calls it. */
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
    // A policy calls it once on creation, to check the cap.
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
