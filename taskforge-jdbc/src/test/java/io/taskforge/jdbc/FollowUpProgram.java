package io.taskforge.jdbc;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.Outcome;
import io.taskforge.store.JobStore;
import io.taskforge.store.tck.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A worker process for tests that kill it. Its jobs end in several states, each with a follow-up
 * job. Usage: {@code FollowUpProgram FILE} or {@code FollowUpProgram URL SCHEMA}. Writes a line for
 * each job that it has run.
 */
final class FollowUpProgram {
  static final String TYPE = "end";
  static final int HALTED = 137;
  private static final String HALT = "taskforge.test.halt";

  private FollowUpProgram() {}

  /**
   * Starts the process.
   *
   * @param haltAfter the number of the job at whose end the process halts, after the end was
   *     written and before its follow-up; 0 for never
   */
  static Process start(int haltAfter, String... where) throws IOException {
    List<String> program = new ArrayList<>();
    program.addAll(List.of("-Xmx256m", "-D" + HALT + "=" + haltAfter));
    program.add(FollowUpProgram.class.getName());
    program.addAll(List.of(where));
    return JavaProcess.of(program).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  static JobStore open(String... where) {
    return where.length == 1
        ? SqliteJobStore.open(Path.of(where[0]))
        : PostgresJobStore.builder(where[0]).schema(where[1]).poolSize(4).build();
  }

  /** A worker that ends jobs alternately as SUCCEEDED, DEAD and CANCELLED. */
  static TaskForge worker(JobStore store, FollowUps followUps, Runnable ran) {
    return TaskForge.builder()
        .store(store)
        .name("ending")
        .concurrency(10)
        .lease(Duration.ofSeconds(1))
        .queue("default", queue -> queue.deadLetterQueue("dead"))
        .followUps(followUps)
        .handler(
            JobType.of(TYPE, Integer.class),
            (number, context) -> {
              ran.run();
              return switch (number % 3) {
                case 0 -> Outcome.DONE;
                case 1 -> Outcome.deadLetter("by its number");
                default -> Outcome.discard("by its number");
              };
            })
        .build();
  }

  /** Halts the process between a job's end and its follow-up. */
  private static FollowUps halting(int haltAfter) {
    AtomicInteger ends = new AtomicInteger();
    return ended -> {
      List<EndedJob> others =
          ended.stream().filter(end -> !end.type().equals(NotificationFollowUps.TYPE)).toList();
      if (haltAfter > 0 && ends.addAndGet(others.size()) >= haltAfter) {
        Runtime.getRuntime().halt(HALTED);
      }
      return new NotificationFollowUps().after(others);
    };
  }

  public static void main(String[] where) throws Exception {
    try (JobStore store = open(where);
        TaskForge forge =
            worker(store, halting(Integer.getInteger(HALT)), () -> System.out.println("ran"))) {
      forge.start();
      while (System.in.read() >= 0) {
        // Ignores input until the parent closes it.
      }
    }
  }
}
