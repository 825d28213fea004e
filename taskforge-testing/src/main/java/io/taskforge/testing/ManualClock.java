package io.taskforge.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that only moves when a test moves it. Thread-safe. */
public final class ManualClock implements InstantSource {
  private volatile Instant now;

  private ManualClock(Instant start) {
    this.now = start;
  }

  /** Returns a clock that shows {@code start}, an ISO-8601 instant. */
  public static ManualClock startingAt(String start) {
    return new ManualClock(Instant.parse(start));
  }

  /** Returns a clock that shows {@code start}. */
  public static ManualClock startingAt(Instant start) {
    return new ManualClock(start);
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves the clock; a negative duration moves it back. */
  public synchronized void advance(Duration by) {
    now = now.plus(by);
  }

  /** Sets the clock. */
  public synchronized void set(Instant instant) {
    now = instant;
  }
}
