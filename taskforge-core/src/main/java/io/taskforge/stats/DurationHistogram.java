package io.taskforge.stats;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How durations are distributed.
 *
 * @param counts the number of durations in each bucket of {@link DurationBuckets}
 * @param sumMicros the sum of all durations, in microseconds
 */
public record DurationHistogram(List<Long> counts, double sumMicros) {
  static final DurationHistogram EMPTY =
      new DurationHistogram(Collections.nCopies(DurationBuckets.BOUNDS.size() + 1, 0L), 0);

  public DurationHistogram {
    counts = List.copyOf(counts);
  }

  /** Returns this histogram with more durations; bucket 0 has none. */
  DurationHistogram plus(int bucket, long count, double micros) {
    if (bucket == 0) {
      return this;
    }
    List<Long> sums = new ArrayList<>(counts);
    sums.set(bucket - 1, sums.get(bucket - 1) + count);
    return new DurationHistogram(sums, sumMicros + micros);
  }

  public long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /** The average duration; zero without any. */
  public Duration average() {
    long count = count();
    return count == 0
        ? Duration.ZERO
        : Duration.of(Math.round(sumMicros / count), ChronoUnit.MICROS);
  }
}
