package io.taskforge.server.api;

import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

class ApiOnPostgresTest extends ApiContract {
  private static final String SCHEMA = "api";

  /** Started once, by the first that asks; it stops with the JVM, by a hook of its own. */
  private static final class Database {
    static final String URL = start();

    private static String start() {
      try {
        // No test cuts the power, and emptying tables is mostly waiting for the disk.
        return EmbeddedPostgres.builder()
            .setServerConfig("fsync", "off")
            .setServerConfig("full_page_writes", "off")
            .start()
            .getJdbcUrl("postgres", "postgres");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  TestServer open() {
    return TestServer.on(
        clock -> {
          PostgresJobStore store =
              PostgresJobStore.builder(Database.URL).schema(SCHEMA).clock(clock).build();
          empty();
          return store;
        });
  }

  // Much faster than a schema for each test, whose partitions would all have to be made.
  private static void empty() {
    try (Connection connection = DriverManager.getConnection(Database.URL);
        Statement statement = connection.createStatement()) {
      for (String table :
          List.of("job", "ready", "lease", "attempt", "finished", "queue", "worker", "document")) {
        statement.addBatch("DELETE FROM " + SCHEMA + ".taskforge_" + table);
      }
      statement.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException("could not empty " + SCHEMA, e);
    }
  }
}
