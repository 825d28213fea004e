package io.taskforge.bench.soak;

import io.taskforge.bench.compare.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What disturbs the middle third of a soak test. */
enum Fault {
  STEADY,
  HELD_TRANSACTION,
  READERS,
  OVERLOAD,
  BURST,
  KILL_REPLICA,
  REPEATED_KILLS,
  RESTART,
  KILL_BACKENDS,
  IDLE_CONNECTIONS;

  private static final int READER_COUNT = 4;
  private static final int IDLE = 300;

  String label() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** Returns the additional load, in percent of the configured rate. */
  int extraLoad() {
    return this == OVERLOAD ? 50 : this == BURST ? 300 : 0;
  }

  int replicas() {
    return this == KILL_REPLICA || this == REPEATED_KILLS ? 2 : 1;
  }

  /** Opens the connections that the fault holds; the readers read until theirs are closed. */
  List<Connection> begin(Postgres postgres, String database) throws Exception {
    List<Connection> held = new ArrayList<>();
    int connections =
        this == READERS
            ? READER_COUNT
            : this == IDLE_CONNECTIONS ? IDLE : this == HELD_TRANSACTION ? 1 : 0;
    for (int i = 0; i < connections; i++) {
      Connection connection = postgres.connect(database);
      held.add(connection);
      if (this != IDLE_CONNECTIONS) {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        run(connection, "SELECT txid_current(), count(*) FROM taskforge_ready");
      }
      if (this == READERS) {
        Thread reader = new Thread(() -> readAgainAndAgain(connection), "soak-reader");
        reader.setDaemon(true);
        reader.start();
      }
    }
    if (this == RESTART) {
      postgres.restart();
    }
    return held;
  }

  /** Repeats what the fault does, about once per second. */
  void repeat(Postgres postgres, String database) throws SQLException {
    if (this == KILL_BACKENDS) {
      postgres.execute(
          database,
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'taskforge-bench' ORDER BY random() LIMIT 5
          """);
    }
  }

  private static void readAgainAndAgain(Connection connection) {
    try {
      while (true) {
        run(connection, "SELECT count(*) FROM taskforge_job JOIN taskforge_ready ON job_id = id");
      }
    } catch (SQLException e) {
      return; // the fault has ended
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
