package io.taskforge.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link DemoWorker} in a process of its own, from this program's own class path. */
final class WorkerProcess implements AutoCloseable {
  /** The hidden command that such a process is. */
  static final String COMMAND = "demo-worker";

  private final Process process;
  private final BufferedReader output;

  private WorkerProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts one, which waits to be told its server. */
  static WorkerProcess start(Class<?> main) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            COMMAND);
    try {
      return new WorkerProcess(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException("a second process could not be started", e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Lets it work for the server at {@code url}. */
  void serve(String url) throws IOException {
    // Left open: its end would be the worker's, too.
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(url + "\n");
    input.flush();
  }

  /** Returns the next line that it says; null once it has ended. */
  @Nullable String line() throws IOException {
    return output.readLine();
  }

  /** Ends it as a power cut would: it can say nothing to anybody. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
