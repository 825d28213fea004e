package io.taskforge.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.taskforge.job.JobId;
import io.taskforge.server.Repository;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;

/** The Python worker of the examples, in a process. */
final class PythonWorker implements AutoCloseable {
  private static final Path DIRECTORY = Repository.root().resolve("taskforge-examples/python");

  private final Process process;
  private final BufferedReader said;

  private PythonWorker(ProcessBuilder command) throws IOException {
    process = command.redirectErrorStream(true).start();
    said = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  static boolean isAvailable() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  static PythonWorker start(String url) throws IOException {
    return new PythonWorker(
        new ProcessBuilder("python3", DIRECTORY.resolve("worker.py").toString(), url));
  }

  /** Starts one with an API key and a lease of three seconds. */
  static PythonWorker withShortLease(String url, String key) throws IOException {
    ProcessBuilder command =
        new ProcessBuilder(
            "python3", "-B", "-c", "import worker; worker.LEASE_SECONDS = 3; worker.main()", url);
    command.environment().put("PYTHONPATH", DIRECTORY.toString());
    command.environment().put("TASKFORGE_API_KEY", key);
    return new PythonWorker(command);
  }

  String readLine() throws IOException {
    return said.readLine();
  }

  /** Reads the output up to a line with this state of this job. */
  void awaitLine(JobId id, String state) throws IOException {
    awaitLine(id + " " + state);
  }

  /** Reads the output up to a line that begins like this. */
  void awaitLine(String start) throws IOException {
    StringBuilder before = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(start)) {
        return;
      }
      before.append(line).append('\n');
    }
    throw new AssertionError("the worker ended without '%s':%n%s".formatted(start, before));
  }

  /** Sends SIGTERM. */
  void terminate() {
    process.toHandle().destroy(); // Process.destroy would close the output that we read
  }

  /** Waits until it has ended, and returns its exit code. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(20, SECONDS)) {
      throw new AssertionError("the worker did not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
