package io.taskforge.process;

import io.taskforge.store.tck.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A server in a separate process, started as a user starts it. */
final class ServerProcess {
  private static final Pattern READY = Pattern.compile("TaskForge is ready at (http://\\S+)");

  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a server and returns when it listens. */
  static ServerProcess start(Path directory, String... args) throws IOException {
    ServerProcess server = launch(directory, directory.resolve("log"), args);
    String ignored = server.url();
    return server;
  }

  /** Starts a server and returns immediately. */
  static ServerProcess launch(Path directory, Path log, String... args) throws IOException {
    List<String> program = new ArrayList<>(List.of("io.taskforge.cli.Main", "server"));
    program.addAll(List.of(args));
    Process process =
        JavaProcess.of(program)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new ServerProcess(process, log);
  }

  /** Waits until the server prints its URL, and returns it. */
  String url() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              Matcher ready = READY.matcher(Files.readString(log, StandardCharsets.UTF_8));
              return ready.find() ? ready.group(1) : "";
            },
            url -> !url.isEmpty());
  }

  List<String> log() throws IOException {
    return Files.readAllLines(log, StandardCharsets.UTF_8);
  }

  /** Sends SIGTERM; returns whether the process ended in time. */
  boolean terminate(Duration patience) throws InterruptedException {
    process.destroy();
    return hasEnded(patience);
  }

  boolean hasEnded(Duration patience) throws InterruptedException {
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  int exitCode() {
    return process.exitValue();
  }

  void kill() {
    process.destroyForcibly();
  }
}
