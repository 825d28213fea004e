package io.taskforge.destination;

import java.time.Instant;

/** The state of a circuit breaker. {@link DestinationDecision} says how it changes. */
public sealed interface Breaker {
  /** The breaker of a destination that works. */
  Breaker CLOSED = new Closed();

  /** Calls are allowed, at a limited rate while the destination {@link ReleaseRate recovers}. */
  record Closed() implements Breaker {}

  /**
   * No calls are allowed.
   *
   * @param until when probes are allowed
   * @param times how often it opened since the destination last worked; at least 1
   */
  record Open(Instant until, int times) implements Breaker {}

  /**
   * A few calls are allowed, to find out whether the destination works again.
   *
   * @param until when it decides even if probes are missing
   * @param times how often it opened since the destination last worked
   * @param granted how many probes were allowed so far
   * @param succeeded how many of these succeeded
   */
  record HalfOpen(Instant until, int times, int granted, int succeeded) implements Breaker {
    HalfOpen granted(int more) {
      return new HalfOpen(until, times, granted + more, succeeded);
    }

    HalfOpen succeeded(int more) {
      return new HalfOpen(until, times, granted, succeeded + more);
    }
  }
}
