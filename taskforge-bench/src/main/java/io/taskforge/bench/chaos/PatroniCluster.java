package io.taskforge.bench.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Three PostgreSQL servers, of which {@code deploy/patroni/cluster} makes one the primary. */
final class PatroniCluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final int LONGEST_COMMAND_SECONDS = 180;

  private final Path script;
  private final Path directory;
  private final int port;
  private final boolean synchronous;
  private volatile @Nullable Process running;
  private boolean down = true;

  PatroniCluster(Path script, Path directory, int port, boolean synchronous) {
    this.script = script;
    this.directory = directory;
    this.port = port;
    this.synchronous = synchronous;
  }

  /** What a node is. */
  enum Role {
    PRIMARY,
    STANDBY,
    DOWN
  }

  /** Starts the servers, and returns once two standbys follow the primary. */
  void up() throws IOException, InterruptedException {
    synchronized (this) {
      down = false;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::abort));
    run("up");
  }

  /** Runs a command of the script for a node. */
  void run(String command, int node) throws IOException, InterruptedException {
    run(command, directory.toString(), Integer.toString(node));
  }

  private void run(String command) throws IOException, InterruptedException {
    run(command, directory.toString(), "");
  }

  private void run(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    Path log = directory.resolveSibling("cluster.log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().put("PORT", Integer.toString(port));
    builder.environment().put("REPLICATION", synchronous ? "synchronous" : "asynchronous");
    Process process = builder.start();
    running = process;
    if (!process.waitFor(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0) {
      throw new IOException("%s failed; see %s".formatted(String.join(" ", command), log));
    }
  }

  /** The URL of all servers, which connects to the primary. */
  String url() {
    String hosts =
        IntStream.rangeClosed(1, NODES)
            .mapToObj(node -> "127.0.0.1:" + (port + node))
            .collect(Collectors.joining(","));
    return "jdbc:postgresql://%s/postgres?user=postgres&password=postgres&targetServerType=primary"
        .formatted(hosts);
  }

  /** Opens a connection to one server that gives up soon. */
  Connection connect(int node) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "postgres");
    properties.setProperty("password", "postgres");
    properties.setProperty("connectTimeout", "2");
    properties.setProperty("socketTimeout", "10");
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port + node), properties);
  }

  Role role(int node) {
    try (Connection connection = connect(node);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_is_in_recovery()")) {
      row.next();
      return row.getBoolean(1) ? Role.STANDBY : Role.PRIMARY;
    } catch (SQLException e) {
      return Role.DOWN;
    }
  }

  /** The primary among some nodes. */
  OptionalInt primary(List<Integer> nodes) {
    return nodes.stream()
        .filter(node -> role(node) == Role.PRIMARY)
        .mapToInt(node -> node)
        .findFirst();
  }

  static List<Integer> nodes() {
    return IntStream.rangeClosed(1, NODES).boxed().toList();
  }

  /** The servers have sessions of their own and would survive Ctrl-C. */
  private void abort() {
    Process script = running;
    if (script != null && !isDown()) {
      script.destroyForcibly(); // it must not start another server
    }
    close();
  }

  private synchronized boolean isDown() {
    return down;
  }

  @Override
  public synchronized void close() {
    if (down) {
      return;
    }
    down = true;
    try {
      run("down");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
