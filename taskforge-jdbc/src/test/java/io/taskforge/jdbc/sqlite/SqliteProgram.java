package io.taskforge.jdbc.sqlite;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outcome;
import io.taskforge.store.tck.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A separate process on a SQLite store, for tests that kill it or start several. */
final class SqliteProgram {
  static final int EXITED = 7;

  private SqliteProgram() {}

  /** Starts the process; {@code mode} is {@code enqueue}, {@code drain} or {@code exit}. */
  static Process start(String mode, Path file, String name) throws IOException {
    return JavaProcess.of(
            List.of("-Xmx256m", SqliteProgram.class.getName(), mode, file.toString(), name))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
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
      } else if (arguments[0].equals("exit")) {
        exit(store, arguments[2]);
      } else {
        for (JobId id : SqliteJobs.drain(store, arguments[2], 20)) {
          System.out.println(id);
        }
      }
    }
  }

  /** Runs a worker whose handler ends the program, in which a hook shuts the worker down. */
  private static void exit(SqliteJobStore store, String name) throws InterruptedException {
    TaskForge forge =
        TaskForge.builder()
            .store(store)
            .name(name)
            .shutdownGrace(Duration.ZERO)
            .handler(
                JobType.of(SqliteJobs.TYPE.value(), Object.class),
                (payload, context) -> {
                  System.exit(EXITED);
                  return Outcome.DONE;
                })
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(forge::close));
    forge.start();
    Thread.currentThread().join();
  }

  private static void enqueueForEver(SqliteJobStore store) {
    while (true) {
      NewJob job = SqliteJobs.job();
      store.enqueue(List.of(job));
      System.out.println(job.id());
    }
  }
}
