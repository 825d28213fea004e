package io.taskforge.bench.compare;

import io.taskforge.json.strict.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A running {@link Worker} or its counterpart on Node. */
public final class WorkerProcess implements AutoCloseable {
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(20);
  private static final Duration LONGEST_EXIT = Duration.ofSeconds(10);

  private final Process process;
  private final PrintWriter in;
  private final BufferedReader out;
  private final Path log;
  private final Thread endOnExit;
  private volatile long askedAt;

  private WorkerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    this.out = process.inputReader(StandardCharsets.UTF_8);
    this.endOnExit = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(endOnExit);
  }

  static WorkerProcess start(List<String> command, Path log) throws IOException {
    WorkerProcess started =
        new WorkerProcess(
            new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start(),
            log);
    Thread watchdog = new Thread(started::watch, "bench-watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    return started;
  }

  /** Returns the command that runs a main class of this program in another JVM. */
  public static List<String> java(String main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx2g");
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main);
    command.addAll(List.of(args));
    return command;
  }

  /** Sends a command and waits for its answer. */
  JsonNode ask(String command) throws IOException {
    send(command);
    return answer(command);
  }

  void send(String command) {
    in.println(command);
  }

  JsonNode answer(String command) throws IOException {
    askedAt = System.nanoTime();
    String line = out.readLine();
    askedAt = 0;
    if (line == null) {
      throw new IOException("%s: the process ended; see %s".formatted(command, log));
    }
    JsonNode answer = Json.read(line);
    if (answer.has("error")) {
      throw new IOException("%s: %s".formatted(command, answer.get("error").asString()));
    }
    return answer;
  }

  /** Ends a process that does not answer, which ends the wait for its answer. */
  private void watch() {
    try {
      while (process.isAlive()) {
        Thread.sleep(1_000);
        long asked = askedAt;
        if (asked != 0 && System.nanoTime() - asked > LONGEST_ANSWER.toNanos()) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    in.close();
    try {
      if (!process.waitFor(LONGEST_EXIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(endOnExit);
  }
}
