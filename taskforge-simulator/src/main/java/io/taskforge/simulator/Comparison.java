package io.taskforge.simulator;

import java.util.List;

/**
 * The results of several contenders in the same scenario.
 *
 * @param results in the order of the contenders
 */
public record Comparison(Scenario scenario, List<SimulationResult> results) {
  public Comparison {
    results = List.copyOf(results);
  }

  /** Simulates each contender with the same arrivals. */
  public static Comparison of(Scenario scenario, List<Contender> contenders) {
    return new Comparison(
        scenario,
        contenders.stream().map(contender -> Simulation.run(scenario, contender)).toList());
  }
}
