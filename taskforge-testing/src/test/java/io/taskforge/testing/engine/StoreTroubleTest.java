package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.RetryPolicies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that is unavailable, loses responses or rejects a result. */
class StoreTroubleTest {
  private final Workers workers = new Workers();
  private final Map<JobId, Integer> runs = new HashMap<>();

  @AfterEach
  void close() {
    workers.close();
  }

  private void counting(TaskForgeBuilder builder) {
    builder.handler(
        JobType.of("call", Object.class),
        (payload, context) -> {
          runs.merge(context.jobId(), 1, Integer::sum);
          return Outcome.DONE;
        });
  }

  private List<JobId> enqueue(int count) {
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(workers.enqueue(JobRequest.of("call")));
    }
    return ids;
  }

  private void passTime(int seconds, TaskForge... forges) {
    for (int i = 0; i < seconds; i++) {
      workers.advance(ofSeconds(1));
      for (TaskForge forge : forges) {
        Workers.round(forge);
      }
    }
  }

  @Test
  void an_outage_of_30_seconds_uses_no_retry() {
    TaskForge other = workers.worker("other", this::counting);
    TaskForge worker = workers.worker("worker", this::counting);
    List<JobId> done = enqueue(5);
    engineOf(worker).fetch();
    List<JobId> waiting = enqueue(5);

    workers.store.goAway();
    passTime(30, other, worker);
    workers.store.heal();
    passTime(3, other, worker);

    for (JobId id : done) {
      assertThat(workers.job(id)).succeeded().afterAttempts(1);
      assertThat(workers.job(id).counters()).isEqualTo(Counters.ZERO);
    }
    waiting.forEach(id -> assertThat(workers.job(id)).succeeded().afterAttempts(1));
    assertThat(runs).hasSize(10).allSatisfy((id, count) -> assertThat(count).isEqualTo(1));
  }

  @Test
  void after_an_outage_jobs_of_a_dead_worker_are_still_rescued() {
    TaskForge dying = workers.worker("dying", new HeldThreads(), this::counting);
    TaskForge other = workers.worker("other", this::counting);
    JobId id = enqueue(1).get(0);
    engineOf(dying).fetch();

    workers.store.goAway();
    passTime(30, other);
    workers.store.heal();
    passTime(20, other);

    assertThat(workers.job(id)).succeeded().afterAttempts(2);
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 1, 0));
  }

  @Test
  void a_commit_with_a_lost_response_is_repeated_safely() {
    TaskForge worker = workers.worker("worker", this::counting);
    List<JobId> ids = enqueue(3);
    engineOf(worker).fetch();
    workers.store.loseAnswers();
    engineOf(worker).commit();
    workers.store.heal();
    engineOf(worker).commit();

    ids.forEach(id -> assertThat(workers.job(id)).succeeded().afterAttempts(1));
    ids.forEach(id -> assertThat(workers.history(id)).hasSize(1));
    assertThat(engineOf(worker).running()).isZero();
    assertThat(engineOf(worker).commit()).isPositive();
  }

  @Test
  void a_claim_with_a_lost_response_is_rescued_after_its_lease() {
    TaskForge worker = workers.worker("worker", this::counting);
    JobId id = enqueue(1).get(0);
    engineOf(worker).readQueues();
    workers.store.loseAnswers();
    engineOf(worker).fetch();
    assertThat(workers.job(id)).isIn(JobState.RUNNING);
    workers.store.heal();
    passTime(16, worker);

    assertThat(workers.job(id)).succeeded().afterAttempts(2);
    assertThat(runs).containsEntry(id, 1);
  }

  @Test
  void an_enqueue_with_a_key_and_a_lost_response_is_stored_once() {
    TaskForge worker = workers.worker("worker", this::counting);
    JobRequest request = JobRequest.of("call").idempotencyKey("order-1");
    workers.store.loseAnswers();
    assertThatThrownBy(() -> worker.enqueue(request)).isInstanceOf(StoreException.class);
    workers.store.heal();

    JobId id = worker.enqueue(request).id();
    assertThat(worker.enqueue(request).id()).isEqualTo(id);
    assertThat(worker.jobs(JobFilter.all(10)).items()).hasSize(1);
  }

  @Test
  void one_result_that_the_store_rejects_does_not_block_others() {
    for (RuntimeException refusal :
        List.of(
            new StoreException("commit results", false, new IllegalStateException("NUL")),
            new IllegalStateException("a bug in the store"))) {
      try (Workers own = new Workers()) {
        TaskForge worker = own.worker("worker", this::counting);
        List<JobId> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          ids.add(own.enqueue(JobRequest.of("call")));
        }
        JobId bad = ids.get(2);
        own.store.refuseBy(() -> refusal);
        own.store.refuse(settlement -> settlement.job().id().equals(bad));
        engineOf(worker).fetch();
        engineOf(worker).commit();

        for (JobId id : ids) {
          assertThat(own.job(id)).isIn(id.equals(bad) ? JobState.RUNNING : JobState.SUCCEEDED);
        }
        own.store.heal();
        own.advance(Workers.PAST_THE_LEASE);
        engineOf(worker).heartbeat();
        Workers.round(worker);
        assertThat(own.job(bad)).succeeded().afterAttempts(2);
      }
    }
  }

  @Test
  void a_result_that_is_always_rejected_makes_a_poison_message() {
    TaskForge worker = workers.worker("worker", this::counting);
    JobId id = enqueue(1).get(0);
    workers.store.refuse(
        settlement -> settlement.verdict().status() == io.taskforge.job.AttemptStatus.SUCCEEDED);
    passTime(120, worker);

    assertThat(workers.job(id)).failed().afterAttempts(6);
    assertThat(workers.job(id).counters().lostLeases()).isEqualTo(6);
    assertThat(runs).containsEntry(id, 6);
  }

  @Test
  void claims_stop_while_too_many_results_wait_to_be_committed() {
    TaskForge worker = workers.worker("worker", f -> counting(f.concurrency(500)));
    List<JobRequest> requests = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      requests.add(JobRequest.of("call"));
    }
    worker.enqueueAll(requests);
    workers.store.loseCommits();
    for (int i = 0; i < 20; i++) {
      engineOf(worker).fetch();
      engineOf(worker).commit();
      workers.advance(ofMillis(500));
      engineOf(worker).heartbeat();
    }
    assertThat(runs).hasSizeBetween(500, 2_000);

    workers.store.heal();
    for (int i = 0; i < 10; i++) {
      engineOf(worker).fetch();
      engineOf(worker).commit();
    }
    assertThat(worker.stats().jobsByState()).containsEntry(JobState.SUCCEEDED, 3_000L);
    assertThat(runs).hasSize(3_000).allSatisfy((id, count) -> assertThat(count).isEqualTo(1));
  }

  @Test
  void nothing_is_claimed_before_the_queues_settings_are_known() {
    TaskForge operator =
        workers.worker("operator", f -> f.queue("default", q -> q.deadLetterQueue("dead")));
    JobId id = operator.enqueue(JobRequest.of("fails").retryPolicy(RetryPolicies.ONCE)).id();
    workers.store.goAway();
    TaskForge late =
        workers.worker("late", f -> f.handler(JobType.of("fails", Object.class), new Failing()));
    engineOf(late).readQueues();
    engineOf(late).fetch();
    workers.store.heal();
    engineOf(late).fetch();
    engineOf(late).commit();

    assertThat(workers.job(id)).isDead();
    assertThat(workers.job(id).queue()).isEqualTo(new QueueName("dead"));
  }

  @Test
  void a_job_without_a_thread_is_released_and_uses_no_retry() {
    boolean[] exhausted = {true};
    HandlerThreads few =
        new HandlerThreads() {
          @Override
          public void run(Runnable work) {
            if (exhausted[0]) {
              throw new OutOfMemoryError("unable to create native thread, made by hand");
            }
            work.run();
          }

          @Override
          public void abandoned() {}

          @Override
          public void close() {}
        };
    TaskForge worker = workers.worker("worker", few, this::counting);
    List<JobId> ids = enqueue(3);
    assertThat(engineOf(worker).fetch()).isEqualTo(ofSeconds(1));
    engineOf(worker).commit();
    assertThat(engineOf(worker).running()).isZero();
    ids.forEach(id -> assertThat(workers.job(id)).isQueued());

    exhausted[0] = false;
    Workers.round(worker);
    ids.forEach(id -> assertThat(workers.job(id)).succeeded().withFailures(0));
    assertThat(workers.history(ids.get(0)).get(0).explanation()).contains("no thread");
  }

  @Test
  void jobs_claimed_during_a_shutdown_are_released() {
    TaskForge worker = workers.worker("worker", this::counting);
    JobId id = enqueue(1).get(0);
    workers.store.afterClaim(worker::close);
    engineOf(worker).fetch();
    workers.store.afterClaim(() -> {});

    assertThat(runs).isEmpty();
    assertThat(workers.job(id)).isQueued();
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 0, 1));
    engineOf(worker).fetch();
    assertThat(runs).isEmpty();
  }
}
