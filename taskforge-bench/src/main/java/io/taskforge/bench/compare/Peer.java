package io.taskforge.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A system that is measured, with the settings that suit it best. */
enum Peer {
  TASKFORGE(
      "taskforge",
      1_000,
      1,
      "taskforge_job, taskforge_ready, taskforge_lease, taskforge_attempt, taskforge_finished",
      List.of(
          Copies.byUuid("taskforge_job", "id", "run_at"),
          Copies.byUuid("taskforge_ready", "job_id", "run_at")),
      List.of(
          Copies.byUuid("taskforge_job", "id", "run_at"),
          Copies.byUuid("taskforge_finished", "job_id", "run_at")),
      "taskforge_ready WHERE run_at <= now()",
      "taskforge_lease"),
  GRAPHILE(
      "graphile-worker",
      24,
      1,
      "graphile_worker._private_jobs",
      List.of(new Copies("graphile_worker._private_jobs", "key", "key", "run_at")),
      List.of(),
      "graphile_worker._private_jobs WHERE run_at <= now()"),
  PG_BOSS(
      "pg-boss",
      2_000,
      1,
      "pgboss.job",
      List.of(new Copies("pgboss.job", "id", "gen_random_uuid()", "start_after")),
      List.of(new Copies("pgboss.job", "id", "gen_random_uuid()", "start_after")),
      "pgboss.job WHERE state < 'completed' AND start_after <= now()"),
  DB_SCHEDULER(
      "db-scheduler",
      20,
      4,
      "scheduled_tasks",
      List.of(
          new Copies(
              "scheduled_tasks", "task_instance", "task_instance || '-' || n", "execution_time")),
      List.of(),
      "scheduled_tasks WHERE execution_time <= now()"),
  JOBRUNR(
      "jobrunr",
      100,
      20,
      "jobrunr_jobs",
      List.of(),
      List.of(),
      "jobrunr_jobs WHERE state IN ('ENQUEUED', 'PROCESSING')"),
  QUARTZ(
      "quartz",
      20,
      160,
      "qrtz_triggers",
      List.of(),
      List.of(),
      "qrtz_triggers",
      "qrtz_fired_triggers"),
  RAW_SQL(
      "raw-sql",
      2_000,
      1,
      "job, ready, lease, history",
      List.of(
          new Copies("job", "id", "-(n * 16 + id)", "created_at"),
          new Copies("ready", "id", "-(n * 16 + id)", "run_at")),
      List.of(
          new Copies("job", "id", "-(n * 16 + id)", "created_at"),
          new Copies("history", "job_id", "-(n * 16 + job_id)", "finished_at")),
      "ready WHERE run_at <= now()",
      "lease"),
  TASKFORGE_SQLITE("taskforge-sqlite", 1_000, 1, "", List.of(), List.of()),
  DB_SCHEDULER_SQLITE("db-scheduler-sqlite", 20, 10, "", List.of(), List.of());

  private final String label;
  private final int concurrency;
  private final int slowness;
  private final String tables;
  private final List<Copies> waiting;
  private final List<Copies> finished;
  private final List<String> unfinished;

  /**
   * Declares a system.
   *
   * @param concurrency at which it drains fastest
   * @param slowness it gets one job for this many of the fastest, so that a run ends in time
   * @param tables those that have a row per job
   * @param waiting the tables with a row per waiting job
   * @param finished the tables with a row per finished job; empty if it deletes them
   * @param unfinished the tables, with conditions, that have no row when all due jobs are done
   */
  Peer(
      String label,
      int concurrency,
      int slowness,
      String tables,
      List<Copies> waiting,
      List<Copies> finished,
      String... unfinished) {
    this.label = label;
    this.concurrency = concurrency;
    this.slowness = slowness;
    this.tables = tables;
    this.waiting = waiting;
    this.finished = finished;
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

  /** Returns the name of its database. */
  String database() {
    return "bench_" + name().toLowerCase(Locale.ROOT);
  }

  /** Returns a statement that deletes all jobs; SQLite needs a new file for that. */
  String emptySql() {
    return "TRUNCATE " + tables + " CASCADE";
  }

  List<Copies> waiting() {
    return waiting;
  }

  List<Copies> finished() {
    return finished;
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
