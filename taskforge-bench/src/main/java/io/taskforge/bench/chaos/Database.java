package io.taskforge.bench.chaos;

import io.taskforge.bench.compare.Postgres;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The database of a run: a PostgreSQL that the run starts and kills, one that runs elsewhere, or a
 * SQLite file.
 */
final class Database implements AutoCloseable {
  private static final String SQLITE = "jdbc:sqlite:";
  static final String SCHEMA = "taskforge_chaos";
  private static final String NAME = "taskforge_chaos";
  private static final Pattern ADDRESS =
      Pattern.compile("(jdbc:postgresql://)([^/:?]+)(?::(\\d+))?(/.*)");
  private static final String DEFAULT_PORT = "5432";
  private static final Duration OUTAGE = Duration.ofMinutes(5);

  private final String url;
  private final @Nullable Postgres own;

  private Database(String url, @Nullable Postgres own) {
    this.url = url;
    this.own = own;
  }

  /** Starts a PostgreSQL with its data in a directory, and its log in a file. */
  static Database own(Path data, Path log) throws IOException, SQLException {
    Postgres postgres = Postgres.start(data, log);
    postgres.create(NAME);
    Database database = new Database(postgres.url(NAME), postgres);
    database.createSchema();
    return database;
  }

  /** Uses a database that exists, in a schema of its own, or a new SQLite file. */
  static Database at(String url) throws SQLException {
    Database database = new Database(url, null);
    if (database.isSqlite()) {
      if (Files.exists(file(url))) {
        throw new IllegalArgumentException("--db: " + file(url) + " exists already");
      }
    } else if (ADDRESS.matcher(url).matches()) {
      database.createSchema();
    } else {
      throw new IllegalArgumentException(
          "--db: must be jdbc:sqlite:FILE or jdbc:postgresql://HOST[:PORT]/DATABASE but was "
              + url);
    }
    return database;
  }

  /** Returns the URL of a SQLite file in another directory. */
  static String onDisk(String url, Path directory) {
    if (!url.startsWith(SQLITE)) {
      throw new IllegalArgumentException(
          "--disk-every: cannot be combined with --db of a PostgreSQL that runs elsewhere");
    }
    return SQLITE + directory.resolve(file(url).getFileName());
  }

  private void createSchema() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
      statement.execute("CREATE SCHEMA " + SCHEMA);
    }
  }

  private static Path file(String url) {
    return Path.of(url.substring(SQLITE.length()));
  }

  boolean isSqlite() {
    return url.startsWith(SQLITE);
  }

  String url() {
    return url;
  }

  /** The URL for a server, which has no setting for the schema. */
  String serverUrl() {
    return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + SCHEMA;
  }

  /** Starts a proxy to it. */
  Proxy proxy() throws IOException {
    Matcher address = address();
    String port = address.group(3) == null ? DEFAULT_PORT : address.group(3);
    return new Proxy(address.group(2), Integer.parseInt(port));
  }

  /** Returns the URL that leads through a proxy. */
  String url(Proxy proxy) {
    Matcher address = address();
    return address.group(1) + "127.0.0.1:" + proxy.port() + address.group(4);
  }

  private Matcher address() {
    Matcher matcher = ADDRESS.matcher(url);
    if (!matcher.matches()) {
      throw new IllegalStateException("no address in " + url);
    }
    return matcher;
  }

  static JobStore open(String url) {
    return url.startsWith(SQLITE)
        ? SqliteJobStore.open(file(url))
        : PostgresJobStore.builder(url).schema(SCHEMA).poolSize(5).connectWithin(OUTAGE).build();
  }

  /** Whether it can be killed. */
  boolean isOwn() {
    return own != null;
  }

  /** Kills the server with -9 and starts it again with the same data. */
  void crash() throws IOException {
    if (own != null) {
      own.crash();
    }
  }

  /** Starts the server if it does not run. */
  void startIfEnded() throws IOException {
    if (own != null) {
      own.startIfEnded();
    }
  }

  /** How many deadlocks the server has logged; 0 if its log is not known. */
  long deadlocks() throws IOException {
    if (own == null) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(own.logFile(), StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> line.contains("deadlock detected")).count();
    }
  }

  @Override
  public void close() throws IOException {
    if (own != null) {
      own.close();
    }
  }
}
