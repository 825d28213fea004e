package io.taskforge.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Outages of 10 s to 1 h, at up to 0.8 of the capacity, of destinations that waste up to all of
 * their capacity on rejected calls: with the default settings of the breaker, each one recovers.
 */
class RandomOutagesTest {
  private static final long SEED = 17;

  @Test
  void a_sample_of_short_outages_recovers() {
    assertAllRecover(20, 300);
  }

  @Test
  @Tag("full-sample")
  void a_thousand_outages_recover() {
    assertAllRecover(1_000, 3_600);
  }

  private static void assertAllRecover(int points, double longest) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < points; i++) {
      double capacity = between(random, 2, 200);
      Scenario scenario =
          Scenario.of(
              capacity * random.nextDouble(0.05, 0.8),
              new DestinationModel(
                  capacity,
                  DestinationModel.DEFAULT_LATENCY,
                  Duration.ofSeconds((long) between(random, 10, longest)),
                  random.nextDouble()),
              i);

      SimulationResult result =
          Simulation.run(scenario, Contender.of("breaker", Policies.FULL_JITTER).withBreaker());

      assertThat(result.drainSeconds()).as("drain of %s", scenario).isNotNull();
    }
  }

  /** Returns numbers that are as often below as above the geometric mean. */
  private static double between(SplittableRandom random, double min, double max) {
    return Math.exp(random.nextDouble(Math.log(min), Math.log(max)));
  }
}
