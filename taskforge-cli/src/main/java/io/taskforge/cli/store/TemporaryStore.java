package io.taskforge.cli.store;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.postgres.PostgresJobStoreBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.Stores;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A job store for one run of a command; closing it deletes its data. */
public final class TemporaryStore implements AutoCloseable {
  private static final String TABLES =
      """
      SELECT quote_ident(tablename) FROM pg_tables
      WHERE schemaname = current_schema() AND starts_with(tablename, ?)
      """;

  /** Deletes the data of a closed store. */
  @FunctionalInterface
  private interface Removal {
    void run() throws IOException, SQLException;
  }

  private final JobStore store;
  private final String place;
  private final Removal removal;

  private TemporaryStore(JobStore store, String place, Removal removal) {
    this.store = store;
    this.place = place;
    this.removal = removal;
  }

  /**
   * Opens a SQLite store in a new directory in {@code parent}, or null for the system's default.
   */
  public static TemporaryStore sqlite(@Nullable Path parent, String name) throws IOException {
    Path directory =
        parent == null
            ? Files.createTempDirectory(name)
            : Files.createTempDirectory(Files.createDirectories(parent), name);
    return new TemporaryStore(
        SqliteJobStore.open(directory.resolve(Stores.FILE)),
        directory.toString(),
        () -> deleteTree(directory));
  }

  /**
   * Opens a PostgreSQL store with tables of its own.
   *
   * @param environment has the credentials, unless the URL does
   * @param prefix of the tables' names; no other table may have it
   */
  public static TemporaryStore postgres(String url, Map<String, String> environment, String prefix)
      throws SQLException {
    Properties credentials = new Properties();
    PostgresJobStoreBuilder builder = PostgresJobStore.builder(url).prefix(prefix);
    String user = environment.get("TASKFORGE_DB_USER");
    if (user != null) {
      String password = environment.getOrDefault("TASKFORGE_DB_PASSWORD", "");
      credentials.setProperty("user", user);
      credentials.setProperty("password", password);
      builder = builder.credentials(user, password);
    }
    try (Connection connection = DriverManager.getConnection(url, credentials)) {
      if (!tables(connection, prefix).isEmpty()) {
        throw CommandFailure.of(
            List.of(
                "tables %s* already exist: a bench or demo is using them, or was killed before it dropped them. If none is running, drop the tables."
                    .formatted(prefix)),
            ExitCodes.CONFLICT);
      }
    }
    return new TemporaryStore(
        builder.build(),
        "PostgreSQL, tables " + prefix + "*",
        () -> dropTables(url, credentials, prefix));
  }

  private static void dropTables(String url, Properties credentials, String prefix)
      throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, credentials);
        Statement statement = connection.createStatement()) {
      List<String> tables = tables(connection, prefix);
      if (!tables.isEmpty()) {
        // Dropping a table drops its partitions, so a later name may no longer exist.
        statement.execute("DROP TABLE IF EXISTS " + String.join(", ", tables) + " CASCADE");
      }
    }
  }

  private static List<String> tables(Connection connection, String prefix) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(TABLES)) {
      statement.setString(1, prefix);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  public JobStore store() {
    return store;
  }

  /** Returns the directory or the tables that hold the data. */
  public String place() {
    return place;
  }

  /** Returns what closes the store and leaves its data in place. */
  public AutoCloseable kept() {
    return store;
  }

  @Override
  public void close() throws IOException, SQLException {
    store.close();
    removal.run();
  }
}
