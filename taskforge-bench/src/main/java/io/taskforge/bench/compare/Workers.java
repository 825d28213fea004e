package io.taskforge.bench.compare;

import io.taskforge.cli.output.Progress;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The worker processes of one measurement. */
record Workers(Bench bench, Peer peer, List<WorkerProcess> processes) {
  private static final Duration STALLED = Duration.ofMinutes(2);
  private static final int POLL_MILLIS = 10;

  WorkerProcess first() {
    return processes.get(0);
  }

  /** Sends a command to all of them at once; returns their answers. */
  List<JsonNode> askAll(String command) throws IOException {
    processes.forEach(process -> process.send(command));
    List<JsonNode> answers = new ArrayList<>();
    for (WorkerProcess process : processes) {
      answers.add(process.answer(command));
    }
    return answers;
  }

  /** Deletes all jobs; no worker may run. */
  void empty() throws SQLException, IOException {
    if (peer.onSqlite()) {
      askAll("recreate");
    } else {
      bench.postgres().execute(peer.database(), peer.emptySql());
    }
  }

  /**
   * Runs a workload at a smaller size, for what the warm-up did not do; the tables are empty after.
   */
  void rehearse(String enqueue, String start, int jobs) throws Exception {
    first().ask(enqueue + " jobs=" + jobs);
    if (!start.isEmpty()) {
      drain(start, jobs, true);
      askAll("stop");
    }
    empty();
  }

  /** Returns a figure of PostgreSQL with the WAL and the database time of a measurement. */
  Figure measured(String row, int jobs, Rate rate) throws Exception {
    if (peer.onSqlite()) {
      return Figure.of(row, "jobs/s", rate.measure());
    }
    Postgres postgres = bench.postgres();
    postgres.settle(peer.database());
    long wal = postgres.walBytes();
    double perSecond = rate.measure();
    return new Figure(
        row,
        "jobs/s",
        perSecond,
        (double) (postgres.walBytes() - wal) / jobs,
        postgres.databaseMicros(peer.database()) / jobs);
  }

  /** What is measured; returns jobs per second. */
  @FunctionalInterface
  interface Rate {
    double measure() throws Exception;
  }

  /**
   * Runs jobs until a number of them is done; returns jobs per second.
   *
   * @param all whether to wait until the database has no unfinished job
   */
  double drain(String start, long jobs, boolean all) throws Exception {
    Progress progress = bench.bar().apply(jobs);
    long from = Worker.micros();
    askAll(start);
    long done = await(jobs, progress);
    long to = max(askAll("state"), "lastAt");
    if (all) {
      awaitDatabase();
      to = peer.onSqlite() ? to : Worker.micros();
    }
    progress.end(done);
    return done / ((to - from) / 1e6);
  }

  void awaitDatabase() throws SQLException, InterruptedException, IOException {
    long since = System.nanoTime();
    while (hasUnfinishedJobs()) {
      Thread.sleep(POLL_MILLIS / 2);
      if (System.nanoTime() - since > STALLED.toNanos()) {
        throw new IOException("unfinished jobs are left in the database");
      }
    }
  }

  private long await(long jobs, Progress progress) throws Exception {
    long last = -1;
    long since = System.nanoTime();
    while (last < jobs) {
      long done = done();
      progress.at(done);
      if (done != last) {
        last = done;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > STALLED.toNanos()) {
        throw new IOException("stalled: %d of %d jobs are done".formatted(done, jobs));
      }
      Thread.sleep(POLL_MILLIS);
    }
    return last;
  }

  long done() throws IOException {
    return askAll("state").stream().mapToLong(state -> state.get("done").asLong()).sum();
  }

  static long max(List<JsonNode> states, String field) {
    return states.stream().mapToLong(state -> state.get(field).asLong()).max().orElse(0);
  }

  private boolean hasUnfinishedJobs() throws SQLException {
    String sql = peer.unfinishedSql();
    return !sql.isEmpty() && bench.postgres().text(peer.database(), sql).equals("t");
  }
}
