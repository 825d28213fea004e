package io.taskforge.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The processes of all systems. A system has a database of its own, and processes that are warmed
 * up when they start and serve all workloads of all rounds.
 */
final class Systems implements AutoCloseable {
  // In every second run each job fails once: a JVM compiles that path apart from the plain one.
  private static final int WARM_UP_RUNS = 8;

  private final Bench bench;
  private final Map<Peer, List<WorkerProcess>> started = new EnumMap<>(Peer.class);

  Systems(Bench bench) {
    this.bench = bench;
  }

  /** Returns this many warm processes of a system, on empty tables. */
  Workers use(Peer peer, int processes) throws Exception {
    List<WorkerProcess> all = started.get(peer);
    if (all == null) {
      all = open(peer);
    }
    List<WorkerProcess> cold = new ArrayList<>();
    while (all.size() < processes) {
      WorkerProcess process = WorkerProcess.start(command(peer), log(peer));
      all.add(process);
      cold.add(process);
    }
    if (!cold.isEmpty()) {
      warmUp(peer, new Workers(bench, peer, cold));
    }
    Workers workers = new Workers(bench, peer, List.copyOf(all.subList(0, processes)));
    workers.empty();
    return workers;
  }

  private List<WorkerProcess> open(Peer peer) throws Exception {
    if (peer.onSqlite()) {
      Files.createDirectories(file(peer).getParent());
    } else {
      bench.postgres().create(peer.database());
    }
    WorkerProcess first = WorkerProcess.start(command(peer), log(peer));
    List<WorkerProcess> processes = new ArrayList<>(List.of(first));
    started.put(peer, processes);
    if (!peer.onSqlite()) {
      first.ask("create");
    }
    warmUp(peer, new Workers(bench, peer, List.of(first)));
    return processes;
  }

  private void warmUp(Peer peer, Workers cold) throws Exception {
    int jobs = bench.warmUp(peer);
    for (int i = 0; i < WARM_UP_RUNS; i++) {
      cold.empty();
      cold.askAll("enqueue jobs=" + jobs);
      cold.askAll("single jobs=" + jobs / 20);
      int all = (jobs + jobs / 20) * cold.processes().size();
      String start = "start concurrency=%d failures=%d".formatted(peer.concurrency(), i % 2);
      cold.drain(start, all, true);
      cold.askAll("stop");
    }
  }

  private Path file(Peer peer) {
    return bench.out().resolve("sqlite").resolve(peer.label() + ".db");
  }

  private Path log(Peer peer) throws IOException {
    return Files.createDirectories(bench.out().resolve("logs")).resolve(peer.label() + ".log");
  }

  private List<String> command(Peer peer) {
    if (peer.onNode()) {
      List<String> command = new ArrayList<>(bench.node());
      command.add(peer.label());
      command.add(bench.postgres().plainUrl(peer.database()));
      return command;
    }
    String url =
        peer.onSqlite() ? "jdbc:sqlite:" + file(peer) : bench.postgres().url(peer.database());
    return WorkerProcess.java(Worker.class.getName(), peer.label(), url);
  }

  /** Ends the processes of a system; the next use starts new ones. */
  void end(Peer peer) {
    List<WorkerProcess> processes = started.remove(peer);
    if (processes != null) {
      processes.forEach(WorkerProcess::close);
    }
  }

  @Override
  public void close() {
    List.copyOf(started.keySet()).forEach(this::end);
  }
}
