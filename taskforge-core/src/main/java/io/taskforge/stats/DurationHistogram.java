package io.taskforge.stats;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** The number of durations. */
  public long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Returns about the duration that a part of all durations does not exceed; null without any. It
   * is estimated within the right bucket: a duration of the last bucket counts as its lower bound.
   *
   * @param part such as 0.95
   */
  public @Nullable Duration percentile(double part) {
    long count = count();
    if (count == 0) {
      return null;
    }
    double rank = Math.max(1, Math.ceil(part * count));
    long below = 0;
    int bucket = 0;
    while (below + counts.get(bucket) < rank) {
      below += counts.get(bucket);
      bucket++;
    }
    double position = (rank - below) / counts.get(bucket);
    List<Duration> bounds = DurationBuckets.BOUNDS;
    if (bucket == bounds.size()) {
      return bounds.get(bucket - 1);
    }
    double upper = bounds.get(bucket).toNanos();
    // The bounds grow by a factor, so durations are spread evenly over their logarithm.
    double nanos =
        bucket == 0
            ? upper * position
            : upper * Math.pow(upper / bounds.get(bucket - 1).toNanos(), position - 1);
    return Duration.ofNanos(Math.round(nanos));
  }

  /** The average duration; zero without any. */
  public Duration average() {
    long count = count();
    return count == 0
        ? Duration.ZERO
        : Duration.of(Math.round(sumMicros / count), ChronoUnit.MICROS);
  }
}
