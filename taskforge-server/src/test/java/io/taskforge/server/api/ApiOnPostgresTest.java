package io.taskforge.server.api;

import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

class ApiOnPostgresTest extends ApiContract {
  private static final String SCHEMA = "api";

  /**
   * Started on first use; stops with the JVM. Its connections are shared by all tests: PostgreSQL
   * takes long to read the catalog of a schema with many partitions for each new one.
   */
  private static final class Database {
    static final HikariDataSource POOL = start();

    private static HikariDataSource start() {
      HikariDataSource pool = new HikariDataSource();
      try {
        // No test needs durability, and truncating tables mostly waits for the disk.
        pool.setJdbcUrl(
            EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .start()
                .getJdbcUrl("postgres", "postgres"));
        return pool;
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
              PostgresJobStore.builder(Database.POOL).schema(SCHEMA).clock(clock).build();
          empty();
          return store;
        });
  }

  // Much faster than a new schema for each test, with all its partitions.
  private static void empty() {
    try (Connection connection = Database.POOL.getConnection();
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
