package io.taskforge.jdbc.postgres;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A worker process for tests: {@code WorkerProgram URL SCHEMA NAME FILE}. Writes a line for each
 * job that it claims ({@code C id}) and runs ({@code R id}), and stops when its standard input
 * ends.
 */
final class WorkerProgram {
  private WorkerProgram() {}

  public static void main(String[] args) throws Exception {
    try (PrintWriter events = new PrintWriter(Files.newBufferedWriter(Path.of(args[3])));
        PostgresJobStore store =
            PostgresJobStore.builder(args[0]).schema(args[1]).migrate(false).poolSize(4).build();
        TaskForge forge =
            TaskForge.builder()
                .store(store)
                .name(args[2])
                .concurrency(500)
                .listener(
                    event -> {
                      if (event.transition() == Transition.CLAIMED) {
                        events.println("C " + event.jobId());
                      }
                    })
                .handler(
                    JobType.of("count", Integer.class),
                    (number, context) -> {
                      events.println("R " + context.jobId());
                      return Outcome.DONE;
                    })
                .build()) {
      forge.start();
      while (System.in.read() >= 0) {
        // Ignores input until the parent closes it.
      }
    }
  }
}
