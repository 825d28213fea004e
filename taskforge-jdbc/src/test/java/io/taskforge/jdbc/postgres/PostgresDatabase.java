package io.taskforge.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The PostgreSQL server for tests: an embedded one, started once, or the one given by {@code
 * -Dtaskforge.test.postgres.url=jdbc:postgresql:…}, whose user must be allowed to create schemas.
 */
public final class PostgresDatabase {
  static final String URL_PROPERTY = "taskforge.test.postgres.url";

  private static final AtomicInteger SCHEMAS = new AtomicInteger();
  private static final String RUN = Long.toHexString(ProcessHandle.current().pid());

  private PostgresDatabase() {}

  private static final class Pool {
    static final HikariDataSource INSTANCE = start();

    private static HikariDataSource start() {
      HikariConfig config = new HikariConfig();
      config.setMaximumPoolSize(20);
      String url = System.getProperty(URL_PROPERTY);
      config.setJdbcUrl(url == null || url.isEmpty() ? embedded() : url);
      return new HikariDataSource(config);
    }

    // A shutdown hook of the library stops the server with the JVM.
    private static String embedded() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("max_connections", "100")
            // No test needs durability, and emptying tables would mostly wait for the disk.
            .setServerConfig("fsync", "off")
            .setServerConfig("full_page_writes", "off")
            .start()
            .getJdbcUrl("postgres", "postgres");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public static DataSource dataSource() {
    return Pool.INSTANCE;
  }

  public static String jdbcUrl() {
    return Pool.INSTANCE.getJdbcUrl();
  }

  /** Returns the name of an unused schema. */
  public static String freshSchema() {
    return "test_" + RUN + "_" + SCHEMAS.incrementAndGet();
  }

  public static void execute(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first column of the first row. */
  static long number(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  /**
   * Removes all rows; much faster than creating all partitions again. Drops the partitions of later
   * days than those with which a clock starts: tests that move it by months create many, and with
   * each of them PostgreSQL takes longer to plan a statement.
   */
  static void empty(String schema) throws SQLException {
    String deletes =
        Stream.of(
                "job",
                "ready",
                "lease",
                "attempt",
                "finished",
                "dead_letter_stay",
                "queue",
                "worker",
                "document",
                "audit",
                "statistics",
                "statistics_day",
                "statistics_delta")
            .map(table -> "DELETE FROM " + schema + ".taskforge_" + table + ";")
            .collect(Collectors.joining());
    execute(
        deletes
            + """
            DO $$ DECLARE partition text; BEGIN
              FOR partition IN
                SELECT c.oid::regclass::text FROM pg_class c
                WHERE c.relnamespace = '%s'::regnamespace AND c.relkind = 'r'
                  AND c.relname ~ '_[0-9]{8}$' AND right(c.relname, 8) > '20300103'
              LOOP
                EXECUTE 'DROP TABLE ' || partition;
              END LOOP;
            END $$"""
                .formatted(schema));
  }

  public static void drop(String schema) throws SQLException {
    execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
  }
}
