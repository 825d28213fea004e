package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs that a worker claims before it has a free place for them. */
class PrefetchedJobsTest {
  private static final JobType<Object> CALL = JobType.of("call", Object.class);

  private final Workers workers = new Workers();
  private final HeldThreads held = new HeldThreads();
  private final List<Integer> running = new ArrayList<>();

  @AfterEach
  void close() {
    workers.close();
  }

  @Test
  void fast_jobs_are_claimed_ahead_and_started_as_places_become_free() {
    TaskForge forge = worker(f -> f);
    enqueue(100);
    runOne(forge);
    engineOf(forge).fetch();

    // 5 ms each, two at once: 20 jobs finish within 50 ms.
    assertThat(engineOf(forge).running()).isEqualTo(2);
    assertThat(held.waiting()).isEqualTo(2);
    held.release();
    assertThat(running).hasSize(2 + 20).allMatch(jobs -> jobs <= 2);
  }

  @Test
  void slow_jobs_are_not_claimed_ahead() {
    TaskForge forge = worker(f -> f);
    enqueue(100);
    runOne(forge);
    duration = Duration.ofSeconds(1);
    held.release();
    engineOf(forge).fetch();
    held.release();
    engineOf(forge).fetch();
    int ran = running.size();
    held.release();

    assertThat(running).hasSize(ran + 2);
  }

  @Test
  void jobs_of_a_queue_with_a_limit_are_not_claimed_ahead() {
    TaskForge forge = worker(f -> f.concurrency(3).queue("default", q -> q.concurrency(2)));
    enqueue(100);
    runOne(forge);
    engineOf(forge).fetch();
    int ran = running.size();
    held.release();

    assertThat(running).hasSize(ran + 2);
  }

  @Test
  void nothing_is_claimed_ahead_if_tenants_have_a_limit() {
    TaskForge forge = worker(f -> f.tenantConcurrency(1));
    enqueue(100);
    runOne(forge);
    engineOf(forge).fetch();
    int ran = running.size();
    held.release();

    assertThat(running).hasSize(ran + 1);
  }

  @Test
  void jobs_that_wait_too_long_for_a_place_are_given_back_for_other_workers() {
    TaskForge forge = worker(f -> f);
    List<JobId> ids = enqueue(10);
    runOne(forge);
    engineOf(forge).fetch();
    workers.advance(Duration.ofMillis(501));
    engineOf(forge).fetch();
    engineOf(forge).commit();

    assertThat(engineOf(forge).running()).isEqualTo(2);
    assertThat(ids).filteredOn(id -> workers.job(id).state() == JobState.QUEUED).hasSize(6);
    JobId given =
        ids.stream()
            .filter(id -> workers.job(id).state() == JobState.QUEUED)
            .findFirst()
            .orElseThrow();
    assertThat(workers.history(given).get(0).explanation())
        .contains("prefetched it and had no free place in time");
    assertThat(workers.job(given).counters().failures()).isZero();

    // This worker claims no more than it can start until its jobs are fast again.
    engineOf(forge).fetch();
    assertThat(ids).filteredOn(id -> workers.job(id).state() == JobState.QUEUED).hasSize(6);
  }

  private Duration duration = Duration.ofMillis(5);

  private TaskForge worker(UnaryOperator<TaskForgeBuilder> configuration) {
    return workers.worker(
        "worker",
        held,
        f ->
            configuration
                .apply(f.concurrency(2))
                .handler(
                    CALL,
                    payload -> {
                      running.add(engineOf(workers.first()).running());
                      workers.advance(duration);
                    }));
  }

  private List<JobId> enqueue(int jobs) {
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      ids.add(workers.enqueue(JobRequest.of("call")));
    }
    return ids;
  }

  /** Lets the worker learn how long jobs run. */
  private void runOne(TaskForge forge) {
    engineOf(forge).fetch();
    held.release();
    engineOf(forge).commit();
  }
}
