package io.taskforge.bench.compare;

import java.util.List;
import java.util.stream.Stream;

/** A system that is measured, with the settings that suit it best. */
enum Peer {
  TASKFORGE("taskforge", 1_000, 1, "taskforge_ready WHERE run_at <= now()", "taskforge_lease"),
  GRAPHILE("graphile-worker", 24, 1, "graphile_worker._private_jobs WHERE run_at <= now()"),
  PG_BOSS("pg-boss", 2_000, 1, "pgboss.job WHERE state < 'completed' AND start_after <= now()"),
  DB_SCHEDULER("db-scheduler", 20, 4, "scheduled_tasks WHERE execution_time <= now()"),
  JOBRUNR("jobrunr", 100, 10, "jobrunr_jobs WHERE state IN ('ENQUEUED', 'PROCESSING')"),
  QUARTZ("quartz", 20, 40, "qrtz_triggers", "qrtz_fired_triggers"),
  RAW_SQL("raw-sql", 2_000, 1, "ready WHERE run_at <= now()", "lease"),
  TASKFORGE_SQLITE("taskforge-sqlite", 1_000, 1),
  DB_SCHEDULER_SQLITE("db-scheduler-sqlite", 20, 10);

  private final String label;
  private final int concurrency;
  private final int slowness;
  private final List<String> unfinished;

  /**
   * Declares a system.
   *
   * @param concurrency at which it drains fastest
   * @param slowness it gets one job for this many of the fastest, so that a run ends in time
   * @param unfinished the tables, with conditions, that have no row when all due jobs are done
   */
  Peer(String label, int concurrency, int slowness, String... unfinished) {
    this.label = label;
    this.concurrency = concurrency;
    this.slowness = slowness;
    this.unfinished = List.of(unfinished);
  }

  static List<Peer> onPostgres() {
    return Stream.of(values()).filter(peer -> !peer.onSqlite()).toList();
  }

  static List<Peer> onSqliteToo() {
    return Stream.of(values()).filter(Peer::onSqlite).toList();
  }

  String label() {
    return label;
  }

  int concurrency() {
    return concurrency;
  }

  int scaled(int jobs) {
    return Math.max(200, jobs / slowness);
  }

  boolean onNode() {
    return this == GRAPHILE || this == PG_BOSS;
  }

  boolean onSqlite() {
    return this == TASKFORGE_SQLITE || this == DB_SCHEDULER_SQLITE;
  }

  boolean isTaskForge() {
    return this == TASKFORGE || this == TASKFORGE_SQLITE;
  }

  /** Returns a query for whether due jobs are left; empty if only the worker knows. */
  String unfinishedSql() {
    return unfinished.isEmpty()
        ? ""
        : "SELECT EXISTS (SELECT 1 FROM "
            + String.join(") OR EXISTS (SELECT 1 FROM ", unfinished)
            + ")";
  }
}
