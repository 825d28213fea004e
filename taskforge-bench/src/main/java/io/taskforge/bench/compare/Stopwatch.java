package io.taskforge.bench.compare;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Estimates how long the rest of a run takes. */
final class Stopwatch {
  private final InstantSource clock;
  private final Instant start;
  private final long expected;
  private long done;

  /**
   * Starts.
   *
   * @param expected the seconds that all parts are expected to take; only their proportions count
   *     once some are done
   */
  Stopwatch(InstantSource clock, long expected) {
    this.clock = clock;
    this.start = clock.instant();
    this.expected = expected;
  }

  /** Ends a part, given the seconds that it was expected to take. */
  void did(long seconds) {
    done += seconds;
  }

  long minutes() {
    return Math.round(Duration.between(start, clock.instant()).toSeconds() / 60.0);
  }

  /** Returns the estimate, as the beginning of a line. */
  @Override
  public String toString() {
    double seconds = Duration.between(start, clock.instant()).toMillis() / 1e3;
    double factor = done == 0 ? 1 : seconds / done;
    return "[about %.0f min left] ".formatted(Math.ceil((expected - done) * factor / 60));
  }
}
