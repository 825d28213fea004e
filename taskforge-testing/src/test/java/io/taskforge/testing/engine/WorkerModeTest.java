package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeVersion;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.RemoteClaim;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What workers do when an operator quiets, resumes and stops them. */
class WorkerModeTest {
  private final Workers workers = new Workers();

  @AfterEach
  void close() {
    workers.close();
  }

  private TaskForge worker() {
    return workers.worker(
        "one",
        f ->
            f.version("1.4.2")
                .handler(JobType.of("work", Object.class), (payload, context) -> Outcome.DONE));
  }

  private void ask(TaskForge worker, WorkerMode mode) {
    assertThat(workers.memory.setMode(engineOf(worker).worker(), mode)).isTrue();
  }

  @Test
  void a_quiet_worker_claims_no_jobs_until_it_is_resumed() {
    TaskForge worker = worker();
    Workers.round(worker);
    ask(worker, WorkerMode.QUIET);
    engineOf(worker).heartbeat();
    JobId id = workers.enqueue(JobRequest.of("work"));

    Workers.round(worker);
    assertThat(workers.job(id).state()).isEqualTo(JobState.QUEUED);

    ask(worker, WorkerMode.ACTIVE);
    Workers.round(worker);
    assertThat(workers.job(id).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void jobs_of_a_claim_in_flight_are_requeued_by_a_worker_that_becomes_quiet() {
    TaskForge worker = worker();
    Workers.round(worker);
    JobId id = workers.enqueue(JobRequest.of("work"));
    workers.store.afterClaim(
        () -> {
          workers.store.afterClaim(() -> {});
          ask(worker, WorkerMode.QUIET);
          engineOf(worker).heartbeat();
        });

    Workers.round(worker);

    assertThat(workers.job(id).state()).isEqualTo(JobState.QUEUED);
    assertThat(workers.history(id))
        .extracting(Attempt::explanation)
        .containsExactly("its worker was quieted");
  }

  @Test
  void a_stopped_worker_deregisters_and_can_still_enqueue() throws InterruptedException {
    TaskForge worker = worker();
    Workers.round(worker);
    ask(worker, WorkerMode.STOPPING);
    engineOf(worker).heartbeat();

    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("taskforge-" + engineOf(worker).worker() + "-stop")) {
        thread.join();
      }
    }
    assertThat(workers.memory.queries().workers()).isEmpty();
    JobId id = workers.enqueue(JobRequest.of("work"));
    assertThat(workers.job(id).state()).isEqualTo(JobState.QUEUED);
  }

  @Test
  void a_worker_is_listed_with_the_versions_of_its_program_and_of_taskforge() {
    Workers.round(worker());

    assertThat(workers.memory.queries().workers())
        .singleElement()
        .matches(worker -> worker.version().equals("1.4.2"))
        .extracting(WorkerInfo::host)
        .asString()
        .endsWith(", TaskForge " + TaskForgeVersion.get());
  }

  @Test
  void a_worker_without_a_version_is_listed_with_that_of_taskforge() {
    Workers.round(workers.worker("one", builder -> {}));

    assertThat(workers.memory.queries().workers())
        .extracting(WorkerInfo::version)
        .containsExactly(TaskForgeVersion.get());
    assertThat(TaskForgeVersion.get()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void a_quiet_remote_worker_gets_no_jobs() {
    TaskForge node = worker();
    RemoteClaim claim =
        RemoteClaim.of(
                new WorkerId("go-1"),
                List.of(QueueName.DEFAULT),
                List.of(new JobTypeName("render")))
            .version("2.0");
    workers.enqueue(JobRequest.of("render"));
    workers.enqueue(JobRequest.of("render"));
    assertThat(node.remoteWorkers().claim(claim).jobs()).hasSize(1);
    workers.memory.setMode(claim.worker(), WorkerMode.QUIET);

    assertThat(node.remoteWorkers().claim(claim).jobs()).isEmpty();

    assertThat(workers.memory.queries().workers())
        .extracting(WorkerInfo::version)
        .containsExactly("2.0");
    workers.memory.setMode(claim.worker(), WorkerMode.ACTIVE);
    assertThat(node.remoteWorkers().claim(claim).jobs()).hasSize(1);
  }
}
