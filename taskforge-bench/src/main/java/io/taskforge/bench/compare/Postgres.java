package io.taskforge.bench.compare;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A PostgreSQL server of the benchmark's own, with default durability; its data is deleted at the
 * end. A shutdown hook stops it if the process is interrupted.
 */
public final class Postgres implements AutoCloseable {
  private static final String PRELOAD = "shared_preload_libraries";
  private static final Duration STARTUP = Duration.ofSeconds(60);

  private final Path data;
  private final Path log;
  private final int port;
  private final List<String> command; // that started it
  private final EmbeddedPostgres server;
  private final boolean statements;

  private Postgres(Path data, Path log) throws IOException, SQLException {
    this.data = data;
    this.log = log;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
    EmbeddedPostgres started;
    boolean loaded = true;
    try {
      started = start("pg_stat_statements");
    } catch (IOException e) {
      started = start(""); // these binaries lack the extension
      loaded = false;
    }
    this.server = started;
    this.command = commandOf(postmaster().orElseThrow());
    this.statements = loaded;
    for (String setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
      if (!text("postgres", "SHOW " + setting).equals("on")) {
        throw new IllegalStateException(setting + " must be on");
      }
    }
  }

  /** Starts a server with its data in a directory, which is emptied. */
  public static Postgres start(Path data) throws IOException, SQLException {
    return new Postgres(data, data.resolveSibling("postgres.log"));
  }

  /** Starts a server with its data in a directory, which is emptied, and its log in a file. */
  public static Postgres start(Path data, Path log) throws IOException, SQLException {
    return new Postgres(data, log);
  }

  private EmbeddedPostgres start(String preload) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(true)
        .setPort(port)
        .setPGStartupWait(STARTUP)
        // The library turns these off, for tests.
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("full_page_writes", "on")
        .setServerConfig("shared_buffers", "512MB")
        .setServerConfig("max_wal_size", "4GB")
        .setServerConfig("max_connections", "400")
        .setServerConfig(PRELOAD, preload)
        .setErrorRedirector(log())
        .setOutputRedirector(log())
        .start();
  }

  /** Stops the server, which ends all connections, and starts it again with the same data. */
  public void restart() throws IOException, InterruptedException {
    ProcessHandle postmaster = postmaster().orElseThrow();
    // SIGINT is a fast shutdown; on SIGTERM it would wait for its clients.
    new ProcessBuilder("kill", "-INT", Long.toString(postmaster.pid())).start().waitFor();
    postmaster.onExit().join();
    startAgain();
  }

  /** Kills all processes of the server with -9, and starts it again with the same data. */
  public void crash() throws IOException {
    Optional<ProcessHandle> postmaster = postmaster();
    if (postmaster.isPresent()) {
      kill(postmaster.get());
    }
    startAgain();
  }

  /** Starts the server again if it does not run: it exits when its disk is full. */
  public void startIfEnded() throws IOException {
    if (postmaster().isEmpty()) {
      startAgain();
    }
  }

  private void startAgain() throws IOException {
    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log()).start();
  }

  private ProcessBuilder.Redirect log() {
    return ProcessBuilder.Redirect.appendTo(log.toFile());
  }

  /** What the server has logged, in all of its lives. */
  public Path logFile() {
    return log;
  }

  private static List<String> commandOf(ProcessHandle postmaster) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) { // the server refuses to run as root
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(postmaster.info().command().orElseThrow());
    command.addAll(List.of(postmaster.info().arguments().orElseThrow()));
    return command;
  }

  private static void kill(ProcessHandle postmaster) {
    List<ProcessHandle> all = new ArrayList<>(postmaster.descendants().toList());
    all.add(0, postmaster);
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
  }

  private Optional<ProcessHandle> postmaster() throws IOException {
    Path file = data.resolve("postmaster.pid");
    return Files.exists(file)
        ? ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0).strip()))
        : Optional.empty();
  }

  /** Returns the JDBC URL of a database. */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres".formatted(port, database);
  }

  /** Returns the URL of a database as other drivers write it. */
  public String plainUrl(String database) {
    return "postgres://postgres@127.0.0.1:%d/%s".formatted(port, database);
  }

  /** Opens a connection to a database. */
  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database));
  }

  /** Creates a database, empty even if it exists. */
  public void create(String database) throws SQLException {
    execute("postgres", "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
    execute("postgres", "CREATE DATABASE " + database);
    if (statements) {
      execute(database, "CREATE EXTENSION pg_stat_statements");
    }
  }

  /** Makes the next measurement independent of what earlier statements left to do. */
  public void settle(String database) throws SQLException {
    execute(database, "VACUUM ANALYZE");
    execute(database, "CHECKPOINT");
    if (statements) {
      execute(database, "SELECT pg_stat_statements_reset()");
    }
  }

  /** Executes a statement. */
  public void execute(String database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first column of the first row. */
  public String text(String database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  long walBytes() throws SQLException {
    return Long.parseLong(text("postgres", "SELECT (pg_current_wal_lsn() - '0/0')::bigint"));
  }

  /** Returns the execution time of all statements since {@link #settle}; NaN if it is unknown. */
  double databaseMicros(String database) throws SQLException {
    return statements
        ? Double.parseDouble(
            text(
                database,
                """
                SELECT coalesce(sum(total_exec_time), 0) * 1000 FROM pg_stat_statements
                WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
                """))
        : Double.NaN;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
