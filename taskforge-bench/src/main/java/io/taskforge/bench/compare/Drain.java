package io.taskforge.bench.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Runs waiting jobs. Options: {@code concurrency}, {@code failures} of each job, {@code pause} of
 * each job in ms, {@code tenants}, {@code processes}; {@code held=1} holds a snapshot open; {@code
 * waiting=1}, {@code finished=1} and {@code priorities=N} add a backlog of jobs that wait, are
 * finished, or are not due at each of N priorities.
 */
record Drain(Command options) implements Scenario {
  private static final long DAY = 86_400;

  static Drain of(String options) {
    return new Drain(Command.parse(options));
  }

  @Override
  public List<Figure> measure(Cell cell) throws Exception {
    Peer peer = cell.peer();
    int jobs = peer.scaled(cell.jobs());
    long concurrency = options.get("concurrency");
    String plain = "start concurrency=" + (concurrency == 0 ? peer.concurrency() : concurrency);
    String start =
        "%s failures=%d pause=%d".formatted(plain, options.get("failures"), options.get("pause"));
    try (Workers workers = cell.open((int) Math.max(1, options.get("processes")))) {
      workers.first().ask("create");
      workers.warmUp(start, Math.max(100, jobs / 4));
      addBacklog(cell, workers, plain);
      workers
          .first()
          .ask(
              "enqueue jobs=%d tenants=%d priorities=%d"
                  .formatted(jobs, options.get("tenants"), options.get("priorities")));
      return List.of(measure(cell, workers, start, jobs));
    }
  }

  private void addBacklog(Cell cell, Workers workers, String start) throws Exception {
    if (options.get("waiting") == 1) {
      workers.first().ask("enqueue jobs=" + cell.backlog());
    }
    if (options.get("finished") == 1) {
      workers.first().ask("enqueue jobs=" + cell.backlog());
      workers.drain(start, cell.backlog(), true);
      workers.askAll("stop");
    }
    long priorities = options.get("priorities");
    if (priorities > 0) {
      workers
          .first()
          .ask(
              "enqueue jobs=%d priorities=%d delay=%d"
                  .formatted(cell.backlog() * priorities, priorities, DAY));
    }
  }

  private Figure measure(Cell cell, Workers workers, String start, int jobs) throws Exception {
    if (cell.peer().onSqlite()) {
      return Figure.of(options.name(), "jobs/s", workers.drain(start, jobs, true));
    }
    Postgres postgres = cell.postgres();
    postgres.settle(Cell.DATABASE);
    try (Connection snapshot = postgres.connect(Cell.DATABASE)) {
      if (options.get("held") == 1) {
        hold(snapshot);
      }
      long wal = postgres.walBytes();
      double perSecond = workers.drain(start, jobs, options.get("waiting") == 0);
      return new Figure(
          options.name(),
          "jobs/s",
          perSecond,
          (double) (postgres.walBytes() - wal) / jobs,
          postgres.databaseMicros(Cell.DATABASE) / jobs);
    }
  }

  /** Opens a transaction with a snapshot and an XID, which keeps vacuum from removing rows. */
  static void hold(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT txid_current(), count(*) FROM pg_class");
    }
  }
}
