package io.taskforge.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.JobRequest;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.remote.LeaseToken;
import io.taskforge.server.Repository;
import io.taskforge.store.LeaseRef;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Python worker, in a process, against a server in real time. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PythonWorkerTest {
  @TempDir Path directory;
  private RealServer server;
  private Process worker;
  private BufferedReader said;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    assumeTrue(hasPython(), "there is no python3 here");
    server = RealServer.onSqlite(directory);
    worker =
        new ProcessBuilder(
                "python3",
                Repository.root().resolve("taskforge-examples/python/worker.py").toString(),
                server.url())
            .redirectErrorStream(true)
            .start();
    said = new BufferedReader(new InputStreamReader(worker.getInputStream(), UTF_8));
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterEach
  void stop() {
    if (server != null) {
      worker.destroyForcibly();
      server.close();
    }
  }

  private JobId enqueue(String type, Map<String, ?> payload) {
    return server.server().forge().enqueue(JobRequest.of(type, payload)).id();
  }

  private Job job(JobId id) {
    return server.server().forge().job(id).orElseThrow();
  }

  /** Reads the output of the worker up to a line with this state of this job. */
  private void awaitLine(JobId id, String state) throws IOException {
    StringBuilder before = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(id + " " + state)) {
        return;
      }
      before.append(line).append('\n');
    }
    throw new AssertionError("the worker ended without %s %s:%n%s".formatted(id, state, before));
  }

  @Test
  void a_worker_prints_what_it_waits_for() throws IOException {
    assertThat(said.readLine())
        .isEqualTo("waiting for jobs of type greet, flaky, nap from " + server.url());
  }

  @Test
  void the_guide_names_every_type_that_the_worker_handles() throws IOException {
    String types = said.readLine().replaceFirst(".*type (.*) from .*", "$1");
    String guide =
        Repository.text(Repository.root().resolve("taskforge-examples/python/README.md"));

    assertThat(types.split(", "))
        .hasSize(3)
        .allSatisfy(type -> assertThat(guide).contains("`" + type + "`", "jobs enqueue " + type));
  }

  @Test
  void a_job_that_fails_once_is_retried_and_completes() throws IOException {
    JobId id = enqueue("flaky", Map.of());

    awaitLine(id, "SUCCEEDED");

    assertThat(server.server().forge().history(id))
        .extracting(attempt -> attempt.status())
        .containsExactly(AttemptStatus.FAILED, AttemptStatus.SUCCEEDED);
    assertThat(server.server().forge().history(id).get(0).errorType())
        .isEqualTo("connection-error");
    assertThat(Objects.requireNonNull(job(id).result()).json()).contains("\"attempts\":2");
  }

  @Test
  void the_name_of_an_exception_is_the_error_type() throws IOException {
    JobId id = enqueue("greet", Map.of("nom", "Ann"));

    awaitLine(id, "RUNNING");
    awaitLine(id, "RETRYING");

    assertThat(Objects.requireNonNull(job(id).lastError()).type()).isEqualTo("KeyError");
  }

  @Test
  void a_worker_that_lost_its_lease_drops_the_job() throws IOException {
    JobId id = enqueue("nap", Map.of("seconds", 2));
    awaitLine(id, "RUNNING");
    Job.RunningLease lease = Objects.requireNonNull(job(id).lease());

    server
        .server()
        .forge()
        .remoteWorkers()
        .release(new LeaseToken(new LeaseRef(lease.token(), 0), id));

    awaitLine(id, "LEASE_LOST");
    awaitLine(id, "RUNNING attempt 2");
    awaitLine(id, "SUCCEEDED");
  }

  @Test
  void a_stopped_worker_releases_its_job() throws IOException, InterruptedException {
    JobId id = enqueue("nap", Map.of("seconds", 600));
    awaitLine(id, "RUNNING");

    worker.toHandle().destroy(); // Process.destroy would close the output that we read

    awaitLine(id, "QUEUED");
    assertThat(worker.waitFor(20, SECONDS)).isTrue();
    assertThat(worker.exitValue()).isZero();
    assertThat(job(id).state()).isNotEqualTo(JobState.RUNNING);
    assertThat(job(id).counters().failures()).isZero();
  }
}
