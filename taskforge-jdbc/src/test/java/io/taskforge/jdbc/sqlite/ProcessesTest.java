package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.stats.StoreStats;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessesTest {
  private static final int ID_LENGTH = 36;
  private static final int CRASHES = 3;

  @TempDir Path directory;

  @Test
  void acknowledged_jobs_survive_a_killed_process() throws Exception {
    Path file = directory.resolve("jobs.db");
    Random random = new Random(7);
    List<JobId> acknowledged = new ArrayList<>();
    for (int crash = 0; crash < CRASHES; crash++) {
      acknowledged.addAll(killedAfter(file, 50 + random.nextInt(500)));
      try (SqliteJobStore store = SqliteJobStore.open(file)) {
        assertThat(store.queries().jobs(acknowledged)).hasSameSizeAs(acknowledged);
      }
    }
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(SqliteJobs.drain(store, "survivor", 1_000)).containsAll(acknowledged);
    }
  }

  private static List<JobId> killedAfter(Path file, int jobs) throws IOException {
    Process program = SqliteProgram.start("enqueue", file, "crashing");
    List<JobId> acknowledged = new ArrayList<>();
    try (BufferedReader out = program.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.length() == ID_LENGTH) {
          acknowledged.add(JobId.parse(line));
        }
        if (acknowledged.size() == jobs) {
          program.toHandle().destroyForcibly(); // does not close the output
        }
      }
    }
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(jobs);
    return acknowledged;
  }

  @Test
  void two_processes_on_one_file_share_the_jobs() throws Exception {
    Path file = directory.resolve("jobs.db");
    List<NewJob> jobs = SqliteJobs.jobs(2_000);
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      store.enqueue(jobs);
      Process one = SqliteProgram.start("drain", file, "one");
      Process two = SqliteProgram.start("drain", file, "two");
      List<JobId> done = new ArrayList<>(ids(one));
      done.addAll(ids(two));
      assertThat(one.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(two.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(done.stream().sorted().toList())
          .isEqualTo(jobs.stream().map(NewJob::id).sorted().toList());
      StoreStats stats = store.queries().stats();
      assertThat(stats.jobsByState()).containsEntry(JobState.SUCCEEDED, 2_000L);
      assertThat(stats.figures().ended()).containsEntry(JobState.SUCCEEDED, 2_000L);
    }
    try (SqliteJobStore again = SqliteJobStore.open(file)) {
      assertThat(again.queries().stats().figures().started()).isEqualTo(2_000);
    }
  }

  @Test
  void a_handler_that_calls_system_exit_loses_its_lease_even_if_a_hook_shuts_the_worker_down()
      throws Exception {
    Path file = directory.resolve("jobs.db");
    NewJob job = SqliteJobs.job();
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      store.enqueue(List.of(job));

      Process worker = SqliteProgram.start("exit", file, "exiting");
      assertThat(worker.waitFor(1, TimeUnit.MINUTES)).isTrue();

      assertThat(worker.exitValue()).isEqualTo(SqliteProgram.EXITED);
      Job left = store.queries().job(job.id()).orElseThrow();
      assertThat(left.state()).isEqualTo(JobState.RUNNING);
      assertThat(left.counters()).isEqualTo(Counters.ZERO);
    }
  }

  private static List<JobId> ids(Process program) throws IOException {
    try (BufferedReader out = program.inputReader()) {
      return out.lines().map(JobId::parse).toList();
    }
  }
}
