package io.taskforge.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {
  private final Histogram histogram = new Histogram();

  @Test
  void quantiles_are_at_most_two_percent_too_high() {
    for (int micros = 1; micros <= 100_000; micros++) {
      histogram.record(micros);
    }

    assertThat(histogram.count()).isEqualTo(100_000);
    assertThat(histogram.millis(0.5)).isBetween(50.0, 51.0);
    assertThat(histogram.millis(0.99)).isBetween(99.0, 101.0);
    assertThat(histogram.millis(1)).isBetween(100.0, 102.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 65, 127, 128, 1_000, 123_456_789, 1L << 40})
  void a_duration_is_in_a_bucket_that_ends_at_or_after_it(long micros) {
    histogram.record(micros);

    assertThat(histogram.millis(1) * 1e3)
        .isGreaterThanOrEqualTo((double) micros)
        .isCloseTo((double) micros, within(micros * 0.016 + 0.001));
  }

  @Test
  void a_negative_duration_counts_as_zero() {
    histogram.record(-5);

    assertThat(histogram.count()).isEqualTo(1);
    assertThat(histogram.millis(0.5)).isZero();
  }

  @Test
  void histograms_are_added_and_cleared() {
    Histogram other = new Histogram();
    other.record(10);
    histogram.record(20);
    histogram.add(other);

    assertThat(histogram.count()).isEqualTo(2);
    assertThat(histogram.millis(0.5)).isEqualTo(0.010);
    histogram.clear();
    assertThat(histogram.count()).isZero();
    assertThat(histogram.millis(0.5)).isZero();
  }
}
