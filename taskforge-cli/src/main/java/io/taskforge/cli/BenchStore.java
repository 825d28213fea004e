package io.taskforge.cli;

import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.postgres.PostgresJobStoreBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A store to be measured, of its own, and nothing left of it afterwards. */
final class BenchStore implements AutoCloseable {
  static final String PREFIX = "taskforge_bench_";

  /** Leaves things as they were. */
  @FunctionalInterface
  private interface CleanUp {
    void run() throws IOException, SQLException;
  }

  private final JobStore store;
  private final CleanUp cleanUp;

  private BenchStore(JobStore store, CleanUp cleanUp) {
    this.store = store;
    this.cleanUp = cleanUp;
  }

  /** An embedded store in a new directory, within {@code parent} or where temporary files go. */
  static BenchStore embedded(@Nullable Path parent) throws IOException {
    Path directory =
        parent == null
            ? Files.createTempDirectory("taskforge-bench")
            : Files.createTempDirectory(Files.createDirectories(parent), "taskforge-bench");
    return new BenchStore(
        SqliteJobStore.open(directory.resolve("jobs.db")), () -> deleteTree(directory));
  }

  /** Tables of its own in a PostgreSQL database. */
  static BenchStore postgres(ServerOptions options, String url) throws SQLException {
    try (Connection connection = connect(options, url)) {
      if (!tables(connection).isEmpty()) {
        throw CommandFailure.of(
            List.of(
                "there are tables %s* already: another bench runs, or one was killed and they must be dropped"
                    .formatted(PREFIX)),
            ExitCodes.CONFLICT);
      }
    }
    PostgresJobStoreBuilder builder = PostgresJobStore.builder(url).prefix(PREFIX);
    String user = options.dbUser();
    String password = options.dbPassword();
    if (user != null) {
      builder = builder.credentials(user, password == null ? "" : password);
    }
    return new BenchStore(builder.build(), () -> drop(options, url));
  }

  private static Connection connect(ServerOptions options, String url) throws SQLException {
    Properties who = new Properties();
    String user = options.dbUser();
    String password = options.dbPassword();
    if (user != null) {
      who.setProperty("user", user);
      who.setProperty("password", password == null ? "" : password);
    }
    return DriverManager.getConnection(url, who);
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT quote_ident(tablename) FROM pg_tables"
                    + " WHERE schemaname = current_schema()"
                    + " AND starts_with(tablename, '"
                    + PREFIX
                    + "')")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private static void drop(ServerOptions options, String url) throws SQLException {
    try (Connection connection = connect(options, url);
        Statement statement = connection.createStatement()) {
      List<String> names = tables(connection);
      if (!names.isEmpty()) {
        // Partitions go with their tables, so that each name may be gone already.
        statement.executeUpdate("DROP TABLE IF EXISTS " + String.join(", ", names) + " CASCADE");
      }
    }
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }

  JobStore store() {
    return store;
  }

  @Override
  public void close() throws IOException, SQLException {
    store.close();
    cleanUp.run();
  }
}
