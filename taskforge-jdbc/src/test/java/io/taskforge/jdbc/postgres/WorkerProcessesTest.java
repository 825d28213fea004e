package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.store.tck.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three worker processes that serve one queue and share only the database. */
class WorkerProcessesTest {
  private static final int JOBS = 10_000;
  private static final int PRIORITIES = 5;
  private static final int DELAYED_EVERY = 20;
  private static final Duration DELAY = Duration.ofSeconds(3);

  @TempDir Path directory;

  @Test
  void three_processes_run_every_job_once_when_it_is_due_and_by_priority() throws Exception {
    String schema = PostgresDatabase.freshSchema();
    List<Process> workers = new ArrayList<>();
    try (PostgresJobStore store =
            PostgresJobStore.builder(PostgresDatabase.jdbcUrl()).schema(schema).build();
        TaskForge client = TaskForge.builder().store(store).build()) {
      Map<JobId, Integer> priorityOfDueJobs = enqueue(client);

      for (int i = 1; i <= 3; i++) {
        workers.add(worker(schema, "w" + i));
      }
      await()
          .atMost(Duration.ofMinutes(4))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> client.stats().jobsByState().getOrDefault(JobState.SUCCEEDED, 0L) == JOBS);
      for (Process worker : workers) {
        worker.getOutputStream().close();
        assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(worker.exitValue()).isZero();
      }

      List<String> runs = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        List<String> events = Files.readAllLines(directory.resolve("w" + i));
        List<String> ran = only("R", events);
        assertThat(ran).as("worker %d took part", i).isNotEmpty();
        runs.addAll(ran);
        assertThat(
                only("C", events).stream()
                    .map(JobId::parse)
                    .map(priorityOfDueJobs::get)
                    .filter(p -> p != null)
                    .toList())
            .as("among jobs that are due, worker %d claims higher priorities first", i)
            .isSortedAccordingTo((a, b) -> b - a);
      }
      assertThat(runs).hasSize(JOBS).doesNotHaveDuplicates();
      // The last attempt of a plain success is in the row of its job, others have a row of their
      // own.
      String successes =
          """
          SELECT count(*) FROM (
            SELECT started_at, run_at FROM %1$s.taskforge_finished WHERE worker IS NOT NULL
            UNION ALL
            SELECT started_at, scheduled_at FROM %1$s.taskforge_attempt
            WHERE status = 'SUCCEEDED') ran
          """
              .formatted(schema);
      assertThat(PostgresDatabase.number(successes)).isEqualTo(JOBS);
      assertThat(PostgresDatabase.number(successes + "WHERE started_at < run_at"))
          .as("attempts that started before they were due")
          .isZero();
    } finally {
      workers.forEach(Process::destroyForcibly);
      PostgresDatabase.drop(schema);
    }
  }

  /** Returns the priorities of the jobs that are due immediately; every twentieth is due later. */
  private static Map<JobId, Integer> enqueue(TaskForge client) {
    Map<JobId, Integer> due = new HashMap<>();
    for (int first = 0; first < JOBS; first += 1_000) {
      List<JobRequest> batch = new ArrayList<>();
      for (int i = first; i < first + 1_000; i++) {
        JobRequest job = JobRequest.of("count", i).priority(i % PRIORITIES);
        batch.add(i / PRIORITIES % DELAYED_EVERY == 0 ? job.delay(DELAY) : job);
      }
      List<Enqueued> stored = client.enqueueAll(batch);
      for (int i = 0; i < stored.size(); i++) {
        if ((first + i) / PRIORITIES % DELAYED_EVERY != 0) {
          due.put(stored.get(i).id(), (first + i) % PRIORITIES);
        }
      }
    }
    return due;
  }

  private Process worker(String schema, String name) throws IOException {
    return JavaProcess.of(
            List.of(
                "-Xmx256m",
                WorkerProgram.class.getName(),
                PostgresDatabase.jdbcUrl(),
                schema,
                name,
                directory.resolve(name).toString()))
        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<String> only(String kind, List<String> events) {
    return events.stream()
        .filter(event -> event.startsWith(kind + " "))
        .map(event -> event.substring(2))
        .toList();
  }
}
