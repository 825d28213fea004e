package io.taskforge.jdbc.sqlite;

import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A separate process on a SQLite store, for tests that kill it or start several. */
final class SqliteProgram {
  private SqliteProgram() {}

  /** Starts the process; {@code mode} is {@code enqueue} or {@code drain}. */
  static Process start(String mode, Path file, String name) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Xmx256m");
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SqliteProgram.class.getName(), mode, file.toString(), name));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  public static void main(String[] arguments) throws Exception {
    try (SqliteJobStore store = SqliteJobStore.open(Path.of(arguments[1]))) {
      if (arguments[0].equals("enqueue")) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          Thread thread = new Thread(() -> enqueueForEver(store));
          thread.start();
          threads.add(thread);
        }
        for (Thread thread : threads) {
          thread.join();
        }
      } else {
        for (JobId id : SqliteJobs.drain(store, arguments[2], 20)) {
          System.out.println(id);
        }
      }
    }
  }

  private static void enqueueForEver(SqliteJobStore store) {
    while (true) {
      NewJob job = SqliteJobs.job();
      store.enqueue(List.of(job));
      System.out.println(job.id());
    }
  }
}
