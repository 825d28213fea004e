package io.taskforge.stats;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of all histograms of durations. Stores write their numbers, so bounds must not change
 * without a migration. A number has four bits, so there are at most 14 bounds.
 */
public final class DurationBuckets {
  /** The upper bounds, inclusive; the last bucket has none. */
  public static final List<Duration> BOUNDS =
      List.of(
          Duration.ofMillis(1),
          Duration.ofMillis(10),
          Duration.ofMillis(30),
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(10),
          Duration.ofHours(1),
          Duration.ofDays(1));

  private DurationBuckets() {}

  /** Returns the number of a duration's bucket, from 1; 0 for null. */
  static int of(@Nullable Duration duration) {
    if (duration == null) {
      return 0;
    }
    int bucket = 1;
    for (Duration bound : BOUNDS) {
      if (duration.compareTo(bound) <= 0) {
        return bucket;
      }
      bucket++;
    }
    return bucket;
  }
}
