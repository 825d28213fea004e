package io.taskforge.bench.chaos;

import io.taskforge.simulator.check.Event;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections of workers to a PostgreSQL, and records when it is away and when it
 * accepts connections again. Does nothing on SQLite.
 */
final class DatabaseProbe implements AutoCloseable {
  /** What is recorded while the database accepts no connections. */
  static final String AWAY = "database: away";

  private static final int EVERY_MILLIS = 200;
  private static final String TIMEOUTS = "&connectTimeout=1&socketTimeout=2";
  private static final String COUNT =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'taskforge'";

  private final String url;
  private final Consumer<Event> events;
  private final List<Connections> connections = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "chaos-probe");
  private @Nullable Connection own; // used by the thread only
  private boolean away; // as own

  DatabaseProbe(Database database, Consumer<Event> events) {
    this.url = database.url() + TIMEOUTS;
    this.events = events;
    thread.setDaemon(true);
    if (!database.isSqlite()) {
      thread.start();
    }
  }

  /** How many connections there were at a time. */
  record Connections(Instant at, int count) {}

  List<Connections> connections() {
    return List.copyOf(connections);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(EVERY_MILLIS);
        probe();
      }
    } catch (InterruptedException e) {
      close(own);
    }
  }

  private void probe() {
    try {
      if (own == null) {
        own = DriverManager.getConnection(url);
      }
      try (Statement statement = own.createStatement();
          ResultSet row = statement.executeQuery(COUNT)) {
        row.next();
        connections.add(new Connections(Instant.now(), row.getInt(1)));
      }
      if (away) {
        events.accept(new Event.Fault(Instant.now(), "chaos", AWAY + Faults.ENDED));
        away = false;
      }
    } catch (SQLException e) {
      if (!away) {
        events.accept(new Event.Fault(Instant.now(), "chaos", AWAY));
        away = true;
      }
      close(own);
      own = null;
    }
  }

  private static void close(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      return; // it is broken
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
