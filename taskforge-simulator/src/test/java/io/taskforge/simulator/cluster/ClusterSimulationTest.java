package io.taskforge.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Transition;
import io.taskforge.simulator.check.Event;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClusterSimulationTest {
  private static final int FEWEST_SEEDS = 300;

  /** As many seeds as fit into the time; a property sets the seconds. */
  @Test
  void no_seed_shows_a_violation() {
    double budget =
        Double.parseDouble(System.getProperty("taskforge.test.simulation.seconds", "60"));
    long begun = System.nanoTime();
    long seeds = 0;
    while (seeds < FEWEST_SEEDS || secondsSince(begun) < budget) {
      seeds++;
      assertThat(failures(seeds, seeds)).isEmpty();
    }
    double seconds = secondsSince(begun);
    System.out.printf(
        "simulation: %,d seeds in %.0f s, %.0f per second%n", seeds, seconds, seeds / seconds);
  }

  private static double secondsSince(long begun) {
    return (System.nanoTime() - begun) / 1e9;
  }

  @Test
  @Tag("full-sample")
  void no_seed_of_many_shows_a_violation() {
    assertThat(failures(1, 10_000)).isEmpty();
  }

  private static List<String> failures(long first, long last) {
    return LongStream.rangeClosed(first, last)
        .mapToObj(seed -> ClusterSimulation.run(Plan.of(seed)))
        .flatMap(result -> result.violations().stream().map(it -> result.plan().seed() + ": " + it))
        .toList();
  }

  @Test
  void the_same_seed_gives_the_same_events() {
    for (long seed = 1; seed <= 30; seed++) {
      assertThat(hash(Plan.of(seed))).as("seed %d", seed).isEqualTo(hash(Plan.of(seed)));
    }
    assertThat(hash(Plan.of(1))).isNotEqualTo(hash(Plan.of(2)));
  }

  private static String hash(Plan plan) {
    return ClusterSimulation.run(plan).traceHash();
  }

  @Test
  void a_failing_plan_is_made_smaller_and_still_fails() {
    PlantedBug bug = PlantedBugs.named("commit-checks-no-token");
    Plan failing =
        LongStream.rangeClosed(1, 200)
            .mapToObj(Plan::of)
            .filter(plan -> violates(plan, bug))
            .findFirst()
            .orElseThrow();

    Plan smaller = Shrinking.shrink(failing, bug, bug.invariant());

    assertThat(violates(smaller, bug)).isTrue();
    assertThat(smaller.chaos()).hasSizeLessThan(failing.chaos().size());
    assertThat(smaller.seed()).isEqualTo(failing.seed());
  }

  private static boolean violates(Plan plan, PlantedBug bug) {
    return ClusterSimulation.run(plan, bug).violates(bug.invariant());
  }

  @Test
  void outages_of_destinations_refund_attempts_and_lose_none() {
    long refunds =
        LongStream.rangeClosed(1, 60)
            .mapToObj(seed -> ClusterSimulation.run(outage(seed)))
            .peek(result -> assertThat(result.violations()).as(result.plan().toString()).isEmpty())
            .flatMap(result -> result.events().stream())
            .filter(Event.Committed.class::isInstance)
            .filter(event -> ((Event.Committed) event).transition() == Transition.REFUNDED)
            .count();

    assertThat(refunds).isGreaterThan(100);
    for (String bug : List.of("refund-uses-a-retry", "refund-resets-failures")) {
      assertThat(LongStream.rangeClosed(1, 60).anyMatch(seed -> violates(outage(seed), bug)))
          .as(bug)
          .isTrue();
    }
  }

  /** Crashes, pauses and a destination that is down, with many jobs. */
  private static Plan outage(long seed) {
    return new Plan(
        seed, 3, 60, 40, Set.of(Chaos.DESTINATIONS, Chaos.CRASHES, Chaos.PAUSES, Chaos.LATE_CALLS));
  }

  private static boolean violates(Plan plan, String bug) {
    return violates(plan, PlantedBugs.named(bug));
  }
}
