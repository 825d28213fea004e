package io.taskforge.simulator.cluster;

import io.taskforge.simulator.check.Invariant;
import java.util.ArrayList;
import java.util.List;

/** Makes a failing plan smaller, as long as it still breaks the same invariant. */
final class Shrinking {
  private Shrinking() {}

  static Plan shrink(Plan failing, PlantedBug bug, Invariant broken) {
    Plan smallest = failing;
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (Plan candidate : candidates(smallest)) {
        if (ClusterSimulation.run(candidate, bug).violates(broken)) {
          smallest = candidate;
          smaller = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** The largest steps first. */
  private static List<Plan> candidates(Plan plan) {
    List<Plan> candidates = new ArrayList<>();
    if (plan.jobs() > 1) {
      candidates.add(plan.jobs(plan.jobs() / 2));
    }
    for (Chaos kind : Chaos.values()) {
      if (plan.has(kind)) {
        candidates.add(plan.without(kind));
      }
    }
    if (plan.nodes() > 1) {
      candidates.add(plan.nodes(plan.nodes() - 1));
    }
    if (plan.seconds() > 3) {
      candidates.add(plan.seconds(plan.seconds() * 2 / 3));
    }
    if (plan.jobs() > 1) {
      candidates.add(plan.jobs(plan.jobs() - 1));
    }
    return candidates;
  }
}
