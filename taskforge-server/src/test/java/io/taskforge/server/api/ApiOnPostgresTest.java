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

  /** Started on first use; stops with the JVM. */
  private static final class Database {
    static final String URL = start();

    private static String start() {
      try {
        // No test needs durability, and truncating tables mostly waits for the disk.
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

  // Much faster than a new schema for each test, with all its partitions.
  private static void empty() {
    try (Connection connection = DriverManager.getConnection(Database.URL);
        Statement statement = connection.createStatement()) {
      for (String table :
          List.of(
              "job",
              "ready",
              "lease",
              "attempt",
              "finished",
              "dead_letter_stay",
              "queue",
              "worker",
              "document",
              "statistics",
              "statistics_day",
              "statistics_delta")) {
        statement.addBatch("DELETE FROM " + SCHEMA + ".taskforge_" + table);
      }
      statement.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException("could not empty " + SCHEMA, e);
    }
  }
}
