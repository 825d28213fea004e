package io.taskforge.cli.load;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of durations in microseconds, in bounded memory: 64 buckets per power of two, so a
 * quantile is at most 1.6 % too high. Thread-safe.
 */
public final class Histogram {
  private static final int BITS = 6;
  private static final int SUB = 1 << BITS;

  private final AtomicLongArray counts = new AtomicLongArray(SUB * (64 - BITS));

  /** Records a duration; a negative one, of clocks that differ, counts as 0. */
  public void record(long micros) {
    counts.incrementAndGet(bucket(Math.max(0, micros)));
  }

  /** Adds the counts of another histogram. */
  public void add(Histogram other) {
    for (int i = 0; i < counts.length(); i++) {
      long count = other.counts.get(i);
      if (count > 0) {
        counts.addAndGet(i, count);
      }
    }
  }

  /** Removes all counts. */
  public void clear() {
    for (int i = 0; i < counts.length(); i++) {
      counts.set(i, 0);
    }
  }

  public long count() {
    long count = 0;
    for (int i = 0; i < counts.length(); i++) {
      count += counts.get(i);
    }
    return count;
  }

  /**
   * Returns the upper end of the bucket of a quantile, in milliseconds; 0 without any durations.
   *
   * @param quantile from 0 to 1
   */
  public double millis(double quantile) {
    long rank = Math.max(1, (long) Math.ceil(quantile * count()));
    long seen = 0;
    for (int i = 0; i < counts.length(); i++) {
      seen += counts.get(i);
      if (seen >= rank) {
        return end(i) / 1e3;
      }
    }
    return 0;
  }

  private static int bucket(long micros) {
    if (micros < SUB) {
      return (int) micros;
    }
    int shift = 63 - Long.numberOfLeadingZeros(micros) - BITS;
    return (shift + 1) * SUB + (int) (micros >>> shift) - SUB;
  }

  private static long end(int bucket) {
    if (bucket < SUB) {
      return bucket;
    }
    int shift = bucket / SUB - 1;
    return ((long) (bucket % SUB + SUB + 1) << shift) - 1;
  }
}
