package io.taskforge.bench.chaos;

import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.NodeChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How long a run took to recover from faults. */
final class ChaosFigures {
  private static final double PERCENTILE = 0.99;
  private static final int LONGEST_RESUMPTION_SECONDS = 60;

  private final List<Event> history;

  ChaosFigures(List<Event> history) {
    this.history = history;
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1e3;
  }

  /**
   * Seconds from the death of a worker until each of its jobs was rescued, sorted. Those during
   * which the database was away do not count: for a lease after that, no job is rescued.
   */
  List<Double> rescues() {
    Map<String, Set<String>> held = new HashMap<>(); // by node
    Map<String, Instant> orphans = new HashMap<>(); // by job
    List<Double> rescues = new ArrayList<>();
    for (Event event : history) {
      if (event instanceof Event.Claimed claimed) {
        held.computeIfAbsent(claimed.node(), node -> new HashSet<>()).add(claimed.job());
      } else if (event instanceof Event.Committed committed) {
        held.getOrDefault(committed.node(), new HashSet<>()).remove(committed.job());
      } else if (event instanceof Event.NodeChanged changed
          && changed.change() == NodeChange.CRASHED) {
        for (String job : held.getOrDefault(changed.node(), Set.of())) {
          orphans.put(job, changed.at());
        }
      } else if (event instanceof Event.Rescued rescued) {
        Instant died = orphans.remove(rescued.job());
        if (died != null) {
          rescues.add(seconds(died, rescued.at()));
        }
      } else if (event instanceof Event.Fault fault
          && fault.what().startsWith(DatabaseProbe.AWAY)) {
        orphans.clear();
      }
    }
    return rescues.stream().sorted().toList();
  }

  static double percentile(List<Double> sorted) {
    return sorted.get((int) Math.ceil(sorted.size() * PERCENTILE) - 1);
  }

  /**
   * Seconds from the return of the database until each worker that had worked before claimed or
   * committed something. One that is hit by another fault in between does not count.
   */
  List<Double> resumptions() {
    List<Double> resumptions = new ArrayList<>();
    Set<String> alive = new HashSet<>();
    for (int i = 0; i < history.size(); i++) {
      Event event = history.get(i);
      if (isWork(event)) {
        alive.add(event.node());
      } else if (event instanceof Event.NodeChanged changed) {
        alive.remove(changed.node());
      } else if (event instanceof Event.Fault fault
          && fault.what().equals(DatabaseProbe.AWAY + Faults.ENDED)) {
        resumptions.addAll(resumptions(i, new HashSet<>(alive)));
      }
    }
    return resumptions.stream().sorted().toList();
  }

  private List<Double> resumptions(int index, Set<String> idle) {
    List<Double> resumptions = new ArrayList<>();
    Instant returned = history.get(index).at();
    for (int i = index + 1; i < history.size() && !idle.isEmpty(); i++) {
      Event event = history.get(i);
      double took = seconds(returned, event.at());
      if (took > LONGEST_RESUMPTION_SECONDS) {
        idle.forEach(node -> resumptions.add(took));
        return resumptions;
      }
      if (isWork(event) && idle.remove(event.node())) {
        resumptions.add(took);
      } else if (event instanceof Event.NodeChanged) {
        idle.remove(event.node());
      } else if (event instanceof Event.Fault fault) {
        if (fault.what().equals(DatabaseProbe.AWAY)) {
          return resumptions;
        }
        idle.removeIf(node -> isOnNetwork(node, fault.what()));
      }
    }
    return resumptions;
  }

  /** Worker w3.7, the seventh process in the third place, is on network 2. */
  private static boolean isOnNetwork(String node, String fault) {
    int dot = node.indexOf('.');
    return dot > 1
        && fault.startsWith("network " + (Integer.parseInt(node.substring(1, dot)) - 1) + ":");
  }

  private static boolean isWork(Event event) {
    return event instanceof Event.Claimed || event instanceof Event.Committed;
  }
}
