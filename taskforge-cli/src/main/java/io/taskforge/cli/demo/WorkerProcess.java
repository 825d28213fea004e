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

/** A process that runs a {@link DemoWorker}, with the class path of this program. */
final class WorkerProcess implements AutoCloseable {
  /** The hidden command that the process runs. */
  static final String COMMAND = "demo-worker";

  private final Process process;
  private final BufferedReader output;

  private WorkerProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a process, which waits for {@link #serve}. */
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
      throw new UncheckedIOException("could not start a worker process", e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Makes the process work for the server at {@code url}. */
  void serve(String url) throws IOException {
    // Not closed: the worker exits at the end of its input.
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(url + "\n");
    input.flush();
  }

  /** Returns the next line of its output; null at the end. */
  @Nullable String line() throws IOException {
    return output.readLine();
  }

  /** Kills the process without a shutdown, as a crash would. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
