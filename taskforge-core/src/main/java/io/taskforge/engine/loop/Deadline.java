package io.taskforge.engine.loop;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A deadline shared by several steps: each gets the time that remains. */
public final class Deadline {
  // Longer ones could overflow a long of nanoseconds.
  private static final Duration LONGEST = Duration.ofDays(365);

  private final LongSupplier ticker;
  private final long end;

  private Deadline(LongSupplier ticker, long end) {
    this.ticker = ticker;
    this.end = end;
  }

  /**
   * Returns a deadline {@code time} from now.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public static Deadline in(Duration time, LongSupplier ticker) {
    Duration counted = time.compareTo(LONGEST) < 0 ? time : LONGEST;
    return new Deadline(ticker, ticker.getAsLong() + counted.toNanos());
  }

  public Deadline plus(Duration more) {
    return new Deadline(ticker, end + more.toNanos());
  }

  /** Returns the time left; zero once it has passed. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, end - ticker.getAsLong()));
  }

  /** Returns the time left minus {@code reserve}; never negative. */
  public Duration leftBefore(Duration reserve) {
    Duration left = left().minus(reserve);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
