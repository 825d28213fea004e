package io.taskforge.destination;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state of a circuit breaker. {@link DestinationDecision} says how it changes. */
public sealed interface Breaker {
  /** The breaker of a destination that works. */
  Breaker CLOSED = new Closed();

  /** When it opened, or null if it is closed. */
  @Nullable Instant openSince();

  /** Calls are allowed, at a limited rate while the destination {@link ReleaseRate recovers}. */
  record Closed() implements Breaker {
    @Override
    public @Nullable Instant openSince() {
      return null;
    }
  }

  /**
   * No calls are allowed.
   *
   * @param openSince when it first opened since the destination last worked
   * @param until when probes are allowed
   * @param times how often it opened since then; at least 1
   */
  record Open(Instant openSince, Instant until, int times) implements Breaker {}

  /**
   * A few calls are allowed, to find out whether the destination works again.
   *
   * @param openSince when it first opened since the destination last worked
   * @param until when it decides even if probes are missing
   * @param times how often it opened since then
   * @param granted how many probes were allowed so far
   * @param succeeded how many of these succeeded
   */
  record HalfOpen(Instant openSince, Instant until, int times, int granted, int succeeded)
      implements Breaker {
    HalfOpen granted(int more) {
      return new HalfOpen(openSince, until, times, granted + more, succeeded);
    }

    HalfOpen succeeded(int more) {
      return new HalfOpen(openSince, until, times, granted, succeeded + more);
    }
  }
}
