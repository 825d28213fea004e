package io.taskforge.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutageTest {
  /** A burn of 0 rejects fast; with 1, rejected calls cost the destination as much as others. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 2", "0, 3", "1, 1", "1, 2", "1, 3"})
  void a_backlog_drains_in_about_the_ideal_time_and_full_jitter_alone_never_ends_a_collapse(
      double burn, long seed) {
    OutageModel model = new OutageModel(10, 20, 600, burn, seed).run(true);

    assertThat(model.drainedAfter).isLessThan(1.2 * model.ideal());
    assertThat(model.peakPerSecond).isLessThanOrEqualTo(1.5 * 20);

    OutageModel fullJitter = new OutageModel(10, 20, 600, burn, seed).run(false);
    assertThat(model.failedCalls).isLessThanOrEqualTo(fullJitter.failedCalls / 20);
    // Shows that the model bites: without a breaker, retries sustain a collapse.
    assertThat(Double.isNaN(fullJitter.drainedAfter)).isEqualTo(burn == 1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.1, 0.2})
  void a_backlog_drains_although_some_calls_always_fail(double share) {
    for (int seed = 1; seed <= 8; seed++) {
      OutageModel model = new OutageModel(10, 40, 120, seed % 2, seed).failing(share).run(true);

      assertThat(model.drainedAfter).as("seed %d", seed).isNotNaN();
    }
  }

  @Test
  void destinations_of_any_capacity_recover_from_any_outage() {
    Random random = new Random(1);
    for (int i = 0; i < 40; i++) {
      double capacity = 2 * Math.exp(random.nextDouble() * Math.log(100));
      double arrivals = capacity * (0.05 + 0.75 * random.nextDouble());
      double outage = 10 * Math.exp(random.nextDouble() * Math.log(20));
      OutageModel model = new OutageModel(arrivals, capacity, outage, random.nextDouble(), i);

      assertThat(model.run(true).drainedAfter)
          .as("arrivals %.1f, capacity %.1f, outage %.0f s", arrivals, capacity, outage)
          .isNotNaN();
    }
  }
}
