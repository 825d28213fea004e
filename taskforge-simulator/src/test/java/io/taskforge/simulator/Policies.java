package io.taskforge.simulator;

import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;

/** Policies of the tests. */
final class Policies {
  /** Full jitter with a cap of 60 s that never gives up. */
  static final RetryPolicy FULL_JITTER =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(60))
          .jitter(Jitter.full())
          .maxRetries(1_000_000);

  private Policies() {}
}
