package io.taskforge.bench.chaos;

import io.taskforge.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server process on a free port of the loopback address. */
final class ServerProcess implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");
  private static final int LONGEST_START_SECONDS = 300;
  private static final int LONGEST_EXIT_SECONDS = 60;
  private static final int LOOK_AGAIN_MILLIS = 50;

  private final Process process;
  private final String url;

  private ServerProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /** Starts a server and waits until it says where it listens. */
  static ServerProcess start(Build build, String database, Path log)
      throws IOException, InterruptedException {
    List<String> command =
        build.java(Main.class.getName(), "server", "--port", "0", "--db", database);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_SECONDS);
    while (process.isAlive() && System.nanoTime() < latest) {
      Matcher address = ADDRESS.matcher(Files.readString(log));
      if (address.find()) {
        return new ServerProcess(process, address.group());
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
    process.destroyForcibly();
    throw new IOException("the server of %s did not start; see %s".formatted(build.name(), log));
  }

  String url() {
    return url;
  }

  /** Shuts it down gracefully and returns its exit code. */
  int shutDown() throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(LONGEST_EXIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("a server did not end when it was asked to");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
