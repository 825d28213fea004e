package io.taskforge.process;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server for one test, which can be stopped, frozen and started again. */
final class StoppablePostgres implements AutoCloseable {
  private final Path data;
  private final int port;
  private EmbeddedPostgres running;

  private StoppablePostgres(Path data, int port) throws IOException {
    this.data = data;
    this.port = port;
    this.running = start();
  }

  static StoppablePostgres in(Path data) throws IOException {
    return new StoppablePostgres(data, freePort());
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private EmbeddedPostgres start() throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setPort(port)
        .setServerConfig("fsync", "off")
        .start();
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
  }

  void stop() throws IOException {
    running.close();
  }

  void startAgain() throws IOException {
    running = start();
  }

  /** Freezes all its processes: connections stay open, and queries hang. */
  void freeze() throws Exception {
    signal("-STOP");
  }

  void thaw() throws Exception {
    signal("-CONT");
  }

  private void signal(String name) throws Exception {
    long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
    List<String> command = new ArrayList<>(List.of("kill", name, Long.toString(pid)));
    ProcessHandle.of(pid).orElseThrow().descendants().forEach(each -> command.add(each.pid() + ""));
    new ProcessBuilder(command).start().waitFor();
  }

  @Override
  public void close() throws IOException {
    running.close();
  }
}
