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
            new Latency("latency", 0)),
        new Workload("load-50", "enqueue to end at 50 % load", FAST, new Latency("load-50", 50)),
        new Workload("load-80", "enqueue to end at 80 % load", FAST, new Latency("load-80", 80)),
        drain("waiting", "drain with 1 M waiting", FAST, "waiting=1"),
        drain("finished", "drain with 1 M finished", FAST, "finished=1"),
        drain("not-due", "drain with 1 M not due at each of 5 priorities", FAST, "priorities=5"),
        drain("snapshot", "drain under a held snapshot", FAST, "held=1"),
        drain("processes-1", "drain with 1 worker process", FAST, "processes=1"),
        drain("processes-2", "drain with 2 worker processes", FAST, "processes=2"),
        drain("processes-4", "drain with 4 worker processes", FAST, "processes=4"),
        drain(
            "in-flight",
            "drain, 10 000 in flight that block 50 ms",
            BLOCKING,
            "concurrency=10000 pause=50"),
        drain("tenants", "drain, 100 tenants (peers: one)", FAST, "tenants=100"),
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
        new Workload("http", "HTTP, 32 connections", OURS, new HttpLoad()));
  }

  private static Workload drain(String name, String title, List<Peer> peers, String options) {
    return new Workload(name, title, peers, Drain.of((name + " " + options).strip()));
  }
}
