package io.taskforge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
  private static DurationHistogram of(Duration... durations) {
    DurationHistogram histogram = DurationHistogram.EMPTY;
    for (Duration each : durations) {
      histogram = histogram.plus(DurationBuckets.of(each), 1, each.toNanos() / 1e3);
    }
    return histogram;
  }

  @Test
  void a_percentile_lies_in_the_bucket_of_its_duration() {
    DurationHistogram histogram =
        of(
            Duration.ofMillis(20),
            Duration.ofMillis(25),
            Duration.ofMillis(28),
            Duration.ofSeconds(2));

    assertThat(histogram.percentile(0.5)).isBetween(Duration.ofMillis(10), Duration.ofMillis(30));
    assertThat(histogram.percentile(0.95)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
    assertThat(histogram.percentile(0)).isBetween(Duration.ofMillis(10), Duration.ofMillis(30));
  }

  @Test
  void a_percentile_of_the_last_bucket_is_its_lower_bound() {
    assertThat(of(Duration.ofDays(9)).percentile(0.5)).isEqualTo(Duration.ofDays(1));
  }

  @Test
  void without_durations_there_is_no_percentile() {
    assertThat(DurationHistogram.EMPTY.percentile(0.5)).isNull();
  }

  @Test
  void the_number_of_every_bucket_fits_into_four_bits() {
    assertThat(DurationBuckets.of(Duration.ofDays(999))).isEqualTo(14);
  }
}
