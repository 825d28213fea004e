package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.JobRequest;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.remote.LeaseToken;
import io.taskforge.server.Repository;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import io.taskforge.store.LeaseRef;
import java.io.IOException;
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
  private PythonWorker worker;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    assumeTrue(PythonWorker.isAvailable(), "there is no python3 here");
    server = RealServer.onSqlite(directory);
    worker = PythonWorker.start(server.url());
  }

  @AfterEach
  void stop() {
    if (server != null) {
      worker.close();
      server.close();
    }
  }

  private JobId enqueue(String type, Map<String, ?> payload) {
    return server.server().forge().enqueue(JobRequest.of(type, payload)).id();
  }

  private Job job(JobId id) {
    return server.server().forge().job(id).orElseThrow();
  }

  @Test
  void a_worker_prints_what_it_waits_for() throws IOException {
    assertThat(worker.readLine())
        .isEqualTo("waiting for jobs of type greet, flaky, nap from " + server.url());
  }

  @Test
  void the_guide_names_every_type_that_the_worker_handles() throws IOException {
    String types = worker.readLine().replaceFirst(".*type (.*) from .*", "$1");
    String guide =
        Repository.text(Repository.root().resolve("taskforge-examples/python/README.md"));

    assertThat(types.split(", "))
        .hasSize(3)
        .allSatisfy(type -> assertThat(guide).contains("`" + type + "`", "jobs enqueue " + type));
  }

  @Test
  void a_job_that_fails_once_is_retried_and_completes() throws IOException {
    JobId id = enqueue("flaky", Map.of());

    worker.awaitLine(id, "SUCCEEDED");

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

    worker.awaitLine(id, "RUNNING");
    worker.awaitLine(id, "RETRYING");

    assertThat(Objects.requireNonNull(job(id).lastError()).type()).isEqualTo("KeyError");
  }

  @Test
  void a_worker_that_lost_its_lease_drops_the_job() throws IOException {
    JobId id = enqueue("nap", Map.of("seconds", 2));
    worker.awaitLine(id, "RUNNING");
    Job.RunningLease lease = Objects.requireNonNull(job(id).lease());

    server
        .server()
        .forge()
        .remoteWorkers()
        .release(new LeaseToken(new LeaseRef(lease.token(), 0), id));

    worker.awaitLine(id, "LEASE_LOST");
    worker.awaitLine(id, "RUNNING attempt 2");
    worker.awaitLine(id, "SUCCEEDED");
  }

  @Test
  void a_stopped_worker_releases_its_job() throws IOException, InterruptedException {
    JobId id = enqueue("nap", Map.of("seconds", 600));
    worker.awaitLine(id, "RUNNING");

    worker.terminate();

    worker.awaitLine(id, "QUEUED");
    assertThat(worker.exitCode()).isZero();
    assertThat(job(id).state()).isNotEqualTo(JobState.RUNNING);
    assertThat(job(id).counters().failures()).isZero();
  }

  /** A worker behind a proxy, which has a lease of three seconds and sends the key {@code tf_1}. */
  private void restartBehind(MisbehavingEndpoint proxy) throws IOException {
    worker.close();
    worker = PythonWorker.withShortLease(proxy.url(""), "tf_1");
  }

  @Test
  void a_worker_sends_its_api_key_and_the_version_of_its_program()
      throws IOException, InterruptedException {
    try (MisbehavingEndpoint proxy = MisbehavingEndpoint.start(Behaviour.forward(server.url()))) {
      restartBehind(proxy);
      proxy.awaitRequest();

      assertThat(proxy.received().get(0).headers()).containsEntry("authorization", "Bearer tf_1");
      assertThat(proxy.received().get(0).body()).contains("\"version\": \"1.0\"");
    }
  }

  @Test
  void a_worker_waits_while_its_calls_are_not_answered() throws IOException {
    Behaviour answered = Behaviour.forward(server.url());
    Behaviour unavailable = Behaviour.status(503, "<html>later</html>", "Retry-After: 1");
    Behaviour limited = Behaviour.status(429, "{\"detail\": \"too much\"}");
    try (MisbehavingEndpoint proxy =
        MisbehavingEndpoint.start(
            Behaviour.atEnd(
                "/claims",
                Behaviour.script(unavailable, limited, Behaviour.reset(), answered),
                Behaviour.atEnd(
                    "/leases/results",
                    Behaviour.script(Behaviour.reset(), unavailable, answered),
                    answered)))) {
      restartBehind(proxy);
      JobId id = enqueue("greet", Map.of("name", "Ann"));

      worker.awaitLine("claim failed, will retry: status 503");
      worker.awaitLine("claim failed, will retry: too much");
      worker.awaitLine("claim failed, will retry: ");
      worker.awaitLine(id, "RUNNING attempt 1");
      worker.awaitLine("report failed, will retry: ");
      worker.awaitLine("report failed, will retry: status 503");
      worker.awaitLine(id, "SUCCEEDED");
    }
  }

  @Test
  void the_heartbeat_continues_after_an_error() throws IOException {
    Behaviour answered = Behaviour.forward(server.url());
    try (MisbehavingEndpoint proxy =
        MisbehavingEndpoint.start(
            Behaviour.atEnd(
                "/extend", Behaviour.script(Behaviour.status(503, "{}"), answered), answered))) {
      restartBehind(proxy);
      JobId id = enqueue("nap", Map.of("seconds", 6));

      worker.awaitLine("extend failed, will retry: status 503");
      worker.awaitLine(id, "SUCCEEDED");

      assertThat(server.server().forge().history(id)).hasSize(1);
    }
  }
}
