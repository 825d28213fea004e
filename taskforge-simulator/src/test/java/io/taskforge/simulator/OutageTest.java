package io.taskforge.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.destination.RetryBudget;
import io.taskforge.retry.RetryPolicies;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten jobs arrive per second, the destination handles twenty, and is down for ten minutes. */
class OutageTest {
  private static final Duration OUTAGE = Duration.ofMinutes(10);
  private static final double CAPACITY = 20;
  private static final Contender FULL_JITTER = Contender.of("fullJitter", Policies.FULL_JITTER);
  private static final Contender BREAKER = FULL_JITTER.withBreaker();

  private static Scenario scenario(double burn, long seed) {
    // A limit of 40 calls at the same time is far above the capacity, and cheap to simulate.
    return new Scenario(
        10,
        Scenario.Spacing.POISSON,
        new DestinationModel(CAPACITY, DestinationModel.DEFAULT_LATENCY, OUTAGE, burn),
        40,
        seed);
  }

  @Test
  void the_ideal_drain_takes_as_long_as_the_outage_at_half_load() {
    assertThat(scenario(0, 1).idealDrainSeconds()).isEqualTo(600);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void a_breaker_recovers_from_an_outage_of_a_destination_that_rejects(long seed) {
    List<SimulationResult> results =
        Comparison.of(scenario(0, seed), List.of(BREAKER, FULL_JITTER)).results();

    assertRecovered(results.get(0), results.get(1));
    assertThat(results.get(1).drainRatio()).isLessThan(1.2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void a_breaker_recovers_from_collapse_and_full_jitter_alone_never_does(long seed) {
    List<SimulationResult> results =
        Comparison.of(scenario(1, seed), List.of(BREAKER, FULL_JITTER)).results();

    assertRecovered(results.get(0), results.get(1));
    assertThat(results.get(1).drainSeconds()).isNull();
    assertThat(results.get(1).drainRatio()).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void a_breaker_recovers_from_a_short_outage_as_fast(long seed) {
    Scenario scenario =
        Scenario.of(100, DestinationModel.rejecting(200, Duration.ofSeconds(20)), seed);

    SimulationResult result = Simulation.run(scenario, BREAKER);

    assertThat(result.drainRatio()).isNotNull().isLessThan(1.35);
    assertThat(result.peakPerSecond()).isLessThanOrEqualTo(300);
    assertThat(result.dead()).isZero();
  }

  private static void assertRecovered(SimulationResult breaker, SimulationResult fullJitter) {
    assertThat(breaker.drainRatio()).isNotNull().isLessThan(1.2);
    assertThat(breaker.peakPerSecond()).isLessThanOrEqualTo((long) (1.5 * CAPACITY));
    assertThat(breaker.failedCalls()).isLessThanOrEqualTo(fullJitter.failedCalls() / 20);
    assertThat(breaker.dead()).isZero();
  }

  @Test
  void a_few_retries_are_enough_with_a_breaker_and_lose_the_jobs_without() {
    Contender threeRetries = Contender.of("default", RetryPolicies.DEFAULT);

    SimulationResult with = Simulation.run(scenario(1, 1), threeRetries.withBreaker());
    SimulationResult without = Simulation.run(scenario(1, 1), threeRetries);

    assertThat(with.dead()).isZero();
    assertThat(with.drainRatio()).isLessThan(1.2);
    assertThat(without.dead()).isGreaterThan(5_000);
  }

  @Test
  void a_retry_budget_limits_the_failed_calls() {
    Contender budget = FULL_JITTER.withBudget(RetryBudget.percent(10));
    List<SimulationResult> results =
        Comparison.of(scenario(0, 1), List.of(budget, FULL_JITTER)).results();

    assertThat(results.get(0).failedCalls()).isLessThan(results.get(1).failedCalls() / 5);
  }

  @Test
  void the_same_seed_gives_the_same_result_and_another_seed_another_one() {
    Scenario first = Scenario.of(5, DestinationModel.collapsing(10, Duration.ofMinutes(1)), 7);
    Scenario other = Scenario.of(5, DestinationModel.collapsing(10, Duration.ofMinutes(1)), 8);

    assertThat(Simulation.run(first, BREAKER)).isEqualTo(Simulation.run(first, BREAKER));
    assertThat(Simulation.run(first, BREAKER)).isNotEqualTo(Simulation.run(other, BREAKER));
  }

  @Test
  void the_chart_has_a_line_for_each_contender_and_the_outage() {
    Scenario scenario = Scenario.of(5, DestinationModel.rejecting(10, Duration.ofMinutes(1)), 7);

    String svg = LoadChart.of(Comparison.of(scenario, List.of(BREAKER, FULL_JITTER))).svg();

    assertThat(svg).startsWith("<svg").containsOnlyOnce(">outage<").contains("capacity 10/s");
    assertThat(svg.split("<polyline", -1)).hasSize(3);
  }
}
