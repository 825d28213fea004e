package io.taskforge.bench.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
  public List<Figure> measure(Bench bench, Systems systems, Peer peer) throws Exception {
    int jobs = peer.scaled(bench.jobs());
    long concurrency = options.get("concurrency");
    String start =
        "start concurrency=%d failures=%d pause=%d"
            .formatted(
                concurrency == 0 ? peer.concurrency() : concurrency,
                options.get("failures"),
                options.get("pause"));
    String enqueue =
        "enqueue tenants=%d priorities=%d"
            .formatted(options.get("tenants"), options.get("priorities"));
    Workers workers = systems.use(peer, (int) Math.max(1, options.get("processes")));
    workers.rehearse(enqueue, start, jobs / 2);
    addBacklog(workers, start);
    boolean waiting = options.get("waiting") == 1;
    if (!waiting) {
      workers.first().ask(enqueue + " jobs=" + jobs);
    }
    List<Figure> figures = new ArrayList<>();
    try (Connection snapshot = connect(workers)) {
      figures.add(
          workers.measured(
              options.name(),
              jobs,
              () -> {
                if (options.get("held") == 1) {
                  hold(snapshot);
                }
                return workers.drain(start, jobs, !waiting);
              }));
    }
    long stop = System.nanoTime();
    workers.askAll("stop");
    if (waiting) {
      double millis = (System.nanoTime() - stop) / 1e6;
      figures.add(Figure.of(options.name() + " stop of the worker", "ms", millis));
    }
    return figures;
  }

  /** Copies one job, or one of each priority, in SQL. */
  private void addBacklog(Workers workers, String start) throws Exception {
    long priorities = options.get("priorities");
    if (priorities > 0) {
      workers
          .first()
          .ask("enqueue jobs=%d priorities=%d delay=%d".formatted(priorities, priorities, DAY));
      fill(workers, workers.peer().waiting());
    }
    if (options.get("waiting") == 1) {
      workers.first().ask("enqueue jobs=1");
      fill(workers, workers.peer().waiting());
    }
    if (options.get("finished") == 1) {
      workers.first().ask("enqueue jobs=1");
      workers.drain(start, 1, true);
      workers.askAll("stop");
      fill(workers, workers.peer().finished());
    }
  }

  private static void fill(Workers workers, List<Copies> tables) throws SQLException {
    for (Copies table : tables) {
      table.fill(workers.bench().postgres(), workers.peer().database(), workers.bench().backlog());
    }
  }

  private static Connection connect(Workers workers) throws SQLException {
    return workers
        .bench()
        .postgres()
        .connect(workers.peer().onSqlite() ? "postgres" : workers.peer().database());
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
