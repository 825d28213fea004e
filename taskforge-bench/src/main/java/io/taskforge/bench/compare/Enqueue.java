package io.taskforge.bench.compare;

import java.util.List;

/** Enqueues jobs: in batches of 1 000, or one at a time from 8 threads. */
record Enqueue(String row, boolean singly) implements Scenario {
  /** A single enqueue is a transaction of its own, so it takes fewer of them for as long a run. */
  private static final int SINGLE_SHARE = 4;

  @Override
  public List<Figure> measure(Bench bench, Systems systems, Peer peer) throws Exception {
    int jobs = peer.scaled(singly ? bench.jobs() / SINGLE_SHARE : bench.jobs());
    String command = singly ? "single" : "enqueue";
    Workers workers = systems.use(peer, 1);
    workers.rehearse(command, "", jobs / 2);
    return List.of(
        workers.measured(
            row,
            jobs,
            () -> jobs / workers.first().ask(command + " jobs=" + jobs).get("seconds").asDouble()));
  }
}
