package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.postgres.PostgresDatabase;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.store.JobStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers are killed while jobs end: each ended job has exactly one follow-up job. */
final class FollowUpProcessesTest {
  private static final int JOBS = 1_500;
  private static final int CRASHES = 2;

  @TempDir Path directory;

  @Test
  void on_sqlite_each_ended_job_has_exactly_one_follow_up() throws Exception {
    survivesKills(directory.resolve("jobs.db").toString());
  }

  @Test
  void on_postgres_each_ended_job_has_exactly_one_follow_up() throws Exception {
    String schema = PostgresDatabase.freshSchema();
    try {
      survivesKills(PostgresDatabase.jdbcUrl(), schema);
    } finally {
      PostgresDatabase.drop(schema);
    }
  }

  private static void survivesKills(String... where) throws Exception {
    Random random = new Random(25);
    try (JobStore store = FollowUpProgram.open(where)) {
      List<JobId> all = enqueue(store);
      int ended = 0;
      for (int crash = 0; crash < CRASHES; crash++) {
        int jobs = 50 + random.nextInt(250);
        if (crash % 2 == 0) {
          haltedAfter(jobs, where);
        } else {
          killedAfter(jobs, where);
        }
        // The database may still run statements that the client sent before it was killed.
        await()
            .untilAsserted(
                () ->
                    assertThat(told(store).stream().sorted().toList())
                        .isEqualTo(ended(store, all).stream().sorted().toList()));
        ended = ended(store, all).size();
      }
      assertThat(ended).as("jobs that ended before the last crash").isBetween(1, JOBS - 1);
      try (TaskForge survivor =
          FollowUpProgram.worker(store, new NotificationFollowUps(), () -> {})) {
        survivor.start();
        // Not more often: reading all jobs by id is slow while many of them run.
        await()
            .atMost(Duration.ofMinutes(2))
            .pollInterval(Duration.ofMillis(500))
            .until(() -> ended(store, all).size() == JOBS);
      }
      assertThat(told(store).stream().sorted().toList()).isEqualTo(all.stream().sorted().toList());
    }
  }

  private static List<JobId> enqueue(JobStore store) {
    try (TaskForge client = TaskForge.builder().store(store).build()) {
      List<JobRequest> requests = new ArrayList<>();
      for (int i = 0; i < JOBS; i++) {
        requests.add(JobRequest.of(FollowUpProgram.TYPE, i));
      }
      return client.enqueueAll(requests).stream().map(Enqueued::id).toList();
    }
  }

  /**
   * Runs a worker that halts at the worst moment: after a job's end was written, before its
   * follow-up.
   */
  private static void haltedAfter(int jobs, String... where)
      throws IOException, InterruptedException {
    Process program = FollowUpProgram.start(jobs, where);
    try (BufferedReader out = program.inputReader()) {
      assertThat(out.lines().count()).isGreaterThanOrEqualTo(jobs);
    }
    assertThat(program.waitFor()).isEqualTo(FollowUpProgram.HALTED);
  }

  private static void killedAfter(int jobs, String... where) throws IOException {
    Process program = FollowUpProgram.start(0, where);
    int ran = 0;
    try (BufferedReader out = program.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (++ran == jobs) {
          program.toHandle().destroyForcibly(); // does not close the output
        }
      }
    }
    assertThat(ran).isGreaterThanOrEqualTo(jobs);
  }

  private static List<JobId> ended(JobStore store, List<JobId> jobs) {
    return store.queries().jobs(jobs).values().stream()
        .filter(job -> job.state().isFinal())
        .map(Job::id)
        .toList();
  }

  /** The jobs named by the follow-up jobs. */
  private static List<JobId> told(JobStore store) {
    List<JobId> told = new ArrayList<>();
    JobFilter filter = JobFilter.all(500).queue(NotificationFollowUps.QUEUE);
    JobPage page = store.queries().list(filter);
    while (true) {
      page.items().forEach(job -> told.add(JobId.parse(job.payload().json().replace("\"", ""))));
      if (page.next() == null) {
        return told;
      }
      page = store.queries().list(filter.before(page.next()));
    }
  }
}
