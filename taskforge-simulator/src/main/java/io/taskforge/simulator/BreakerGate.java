package io.taskforge.simulator;

import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The circuit breaker and the release of the backlog, as several worker processes share them: the
 * state changes only by what their reports make of it.
 */
final class BreakerGate implements Gate {
  private final DestinationSettings settings;
  private final List<Node> nodes = new ArrayList<>();
  private DestinationState shared;
  private int next;

  BreakerGate(DestinationSettings settings, int processes, Duration longestCall) {
    this.settings = settings;
    this.shared = DestinationState.healthy(settings);
    for (int i = 0; i < processes; i++) {
      // Processes don't report at the same moment.
      nodes.add(new Node(longestCall, i * 100_000_000L));
    }
  }

  @Override
  public long opensAt(long now) {
    return node(now).opensAt(now);
  }

  /** Returns the node that may claim first; round-robin among those that may claim now. */
  private Node node(long now) {
    Node first = nodes.get(next % nodes.size());
    for (int i = 1; i < nodes.size() && first.opensAt(now) > now; i++) {
      Node other = nodes.get((next + i) % nodes.size());
      first = other.opensAt(now) < first.opensAt(now) ? other : first;
    }
    return first;
  }

  @Override
  public List<SimulatedJob> claim(WaitingJobs waiting, int limit, long now) {
    Node node = node(now);
    next = nodes.indexOf(node) + 1;
    List<SimulatedJob> claimed = waiting.claim(limit, node.gate(now), now);
    node.claimed(claimed);
    return claimed;
  }

  @Override
  public boolean ended(SimulatedJob job, long now) {
    return job.node != null && job.node.ended(job);
  }

  @Override
  public long nextTick() {
    long earliest = LATER;
    for (Node node : nodes) {
      earliest = Math.min(earliest, node.nextReport());
    }
    return earliest;
  }

  @Override
  public void tick(int wanted, long now) {
    for (Node node : nodes) {
      if (node.nextReport() <= now) {
        shared = node.report(shared, settings, wanted, now);
      }
    }
  }

  @Override
  public long held(long from, long to) {
    return from == to ? 0 : shared.heldBetween(Node.instant(from), Node.instant(to)).toNanos();
  }
}
