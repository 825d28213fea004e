package io.taskforge.bench.compare;

import java.util.List;

/** A workload and the systems that it is measured on. */
record Workload(String name, String title, List<Peer> peers, Scenario scenario) {
  private static final List<Peer> ALL = Peer.onPostgres();

  /** Those that end in time with a million jobs. */
  private static final List<Peer> FAST =
      List.of(Peer.TASKFORGE, Peer.GRAPHILE, Peer.PG_BOSS, Peer.DB_SCHEDULER, Peer.RAW_SQL);

  private static final List<Peer> BLOCKING =
      List.of(Peer.TASKFORGE, Peer.GRAPHILE, Peer.PG_BOSS, Peer.DB_SCHEDULER, Peer.JOBRUNR);
  private static final List<Peer> SQLITE = Peer.onSqliteToo();
  private static final List<Peer> OURS = List.of(Peer.TASKFORGE);

  static List<Workload> all() {
    return List.of(
        new Workload("bulk", "enqueue in batches of 1 000", ALL, new Enqueue("bulk", false)),
        new Workload(
            "single", "enqueue one at a time, 8 threads", ALL, new Enqueue("single", true)),
        drain("drain", "drain, each system at its best concurrency", ALL, ""),
        drain("drain-default", "drain at concurrency 20", ALL, "concurrency=20"),
        drain("fail-once", "drain, each job fails once", ALL, "failures=1"),
        new Workload(
            "latency",
            "enqueue to start in another process, idle queue",
            ALL,
            new Latency("latency", List.of())),
        new Workload(
            "load", "enqueue to end under load", FAST, new Latency("load", List.of(50, 80))),
        drain("waiting", "drain with 1 M waiting", FAST, "waiting=1"),
        drain(
            "finished",
            "drain with 1 M finished",
            FAST.stream().filter(peer -> !peer.finished().isEmpty()).toList(),
            "finished=1"),
        drain(
            "not-due",
            "drain with 1 M not due at each of 5 priorities",
            List.of(Peer.TASKFORGE, Peer.GRAPHILE, Peer.RAW_SQL),
            "priorities=5"),
        drain("snapshot", "drain under a held snapshot", FAST, "held=1"),
        drain("processes-1", "drain with 1 worker process", FAST, "processes=1"),
        drain("processes-2", "drain with 2 worker processes", FAST, "processes=2"),
        drain("processes-4", "drain with 4 worker processes", FAST, "processes=4"),
        drain(
            "in-flight",
            "drain, 10 000 in flight that block 50 ms",
            BLOCKING,
            "concurrency=10000 pause=50"),
        drain("tenants", "drain, 100 tenants", OURS, "tenants=100"),
        new Workload(
            "sqlite-bulk",
            "SQLite: enqueue in batches of 1 000",
            SQLITE,
            new Enqueue("sqlite-bulk", false)),
        new Workload(
            "sqlite-single",
            "SQLite: enqueue one at a time, 8 threads",
            SQLITE,
            new Enqueue("sqlite-single", true)),
        drain("sqlite-drain", "SQLite: drain", SQLITE, ""),
        new Workload(
            "short-jobs",
            "jobs of 1 ms",
            OURS,
            new ShortJobs("short-jobs", List.of(4, 16, 64, 256))),
        new Workload("http", "HTTP, 32 connections", OURS, new HttpLoad()));
  }

  /** Whether peers take part in all rounds; in the others TaskForge is compared with itself. */
  boolean isComparison() {
    return name.startsWith("sqlite-")
        || List.of("bulk", "single", "drain", "drain-default", "fail-once", "latency")
            .contains(name);
  }

  /** Returns about how many seconds it takes on one system, to estimate the rest of a run. */
  int seconds() {
    return switch (name) {
      case "not-due" -> 80;
      case "waiting", "finished" -> 20;
      case "load", "http" -> 35;
      case "short-jobs" -> 50;
      case "latency" -> 15;
      default -> 7;
    };
  }

  private static Workload drain(String name, String title, List<Peer> peers, String options) {
    return new Workload(name, title, peers, Drain.of((name + " " + options).strip()));
  }
}
