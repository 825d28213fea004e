package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuarantineTest {
  private final Workers workers = new Workers();
  private int started;

  @AfterEach
  void close() {
    workers.close();
  }

  /** A worker process; dropping it kills it. */
  private final class WorkerProcess {
    private final HeldThreads threads = new HeldThreads();
    private final TaskForge forge;

    WorkerProcess() {
      this(20);
    }

    WorkerProcess(int concurrency) {
      forge =
          workers.worker(
              "w" + ++started,
              threads,
              builder ->
                  builder
                      .concurrency(concurrency)
                      .queue("default", queue -> queue.deadLetterQueue("dead"))
                      .handler(JobType.of("work"), payload -> {}));
    }

    /**
     * Claims jobs, and runs them unless one of them kills the process; returns whether it lives.
     */
    boolean survives(List<JobId> killers) {
      Workers.round(forge);
      boolean killed =
          killers.stream()
              .map(workers::job)
              .anyMatch(
                  job ->
                      job.lease() != null && job.lease().worker().equals(engineOf(forge).worker()));
      if (!killed) {
        threads.release();
        engineOf(forge).commit();
      }
      return !killed;
    }
  }

  private void runUntilAllHaveEnded(List<JobId> killers) {
    WorkerProcess process = new WorkerProcess();
    for (int round = 0; round < 500 && !haveAllEnded(); round++) {
      if (process.survives(killers)) {
        workers.advance(Duration.ofSeconds(1));
      } else {
        workers.advance(Workers.PAST_THE_LEASE);
        process = new WorkerProcess();
      }
    }
  }

  private boolean haveAllEnded() {
    return jobs().stream().allMatch(job -> job.state().isFinal());
  }

  private List<Job> jobs() {
    return workers.memory.queries().list(JobFilter.all(1_000)).items();
  }

  @Test
  void of_100_innocent_jobs_and_one_killer_only_the_killer_is_dead_lettered() {
    workers.worker("client", builder -> {});
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      ids.add(workers.enqueue(JobRequest.of("work")));
    }
    JobId killer = ids.get(50);

    runUntilAllHaveEnded(List.of(killer));

    assertThat(jobs()).hasSize(101);
    assertThat(jobs())
        .filteredOn(job -> job.state() != JobState.SUCCEEDED)
        .extracting(Job::id)
        .containsExactly(killer);
    assertThat(workers.history(killer))
        .last()
        .extracting(Attempt::explanation)
        .asString()
        .contains("poison");
    assertThat(workers.job(killer).counters().lostLeases()).isEqualTo(6);
  }

  @Test
  void suspects_run_in_groups_of_100_then_of_10() {
    WorkerProcess process = new WorkerProcess(101);
    for (int i = 0; i < 101; i++) {
      workers.enqueue(JobRequest.of("work"));
    }
    List<Integer> running = new ArrayList<>();
    for (int lost = 0; lost < 4; lost++) {
      Workers.round(process.forge);
      running.add(
          workers
              .memory
              .queries()
              .list(JobFilter.all(1_000).state(JobState.RUNNING))
              .items()
              .size());
      workers.advance(Workers.PAST_THE_LEASE);
      process = new WorkerProcess(101);
    }

    assertThat(running).containsExactly(101, 101, 100, 10);
  }

  @Test
  void a_second_suspect_waits_for_its_quarantine_at_no_cost() {
    WorkerProcess process = new WorkerProcess();
    JobId one = workers.enqueue(JobRequest.of("work"));
    JobId other = workers.enqueue(JobRequest.of("work"));
    for (int lost = 0; lost < 4; lost++) {
      Workers.round(process.forge);
      workers.advance(Workers.PAST_THE_LEASE);
      process = new WorkerProcess();
    }
    Workers.round(process.forge);

    assertThat(process.threads.waiting()).isEqualTo(1);
    assertThat(workers.job(one).state()).isEqualTo(JobState.RUNNING);
    assertThat(workers.job(other).state()).isEqualTo(JobState.RETRYING);
    assertThat(workers.job(other).counters().failures()).isZero();
    assertThat(workers.history(other))
        .last()
        .satisfies(
            entry -> {
              assertThat(entry.status()).isEqualTo(AttemptStatus.INTERRUPTED);
              assertThat(entry.isStarted()).isFalse();
              assertThat(entry.explanation()).contains("waits until fewer such jobs");
            });
  }
}
