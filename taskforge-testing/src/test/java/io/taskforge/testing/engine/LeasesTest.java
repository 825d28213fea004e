package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.retry.RetryPolicies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases and fencing tokens with several workers on one store. */
class LeasesTest {
  private final Workers workers = new Workers();
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void close() {
    workers.close();
  }

  private Consumer<TaskForgeBuilder> runningAs(String worker) {
    return f ->
        f.handler(
            JobType.of("call", Object.class),
            (payload, context) -> {
              ran.add(worker + " " + context.attempt());
              return Outcome.done(worker);
            });
  }

  @Test
  void a_result_with_a_stale_token_changes_nothing() {
    HeldThreads paused = new HeldThreads();
    TaskForge slow = workers.worker("slow", paused, runningAs("slow"));
    TaskForge quick = workers.worker("quick", runningAs("quick"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(slow).fetch();

    workers.advance(Workers.PAST_THE_LEASE);
    Workers.round(quick);
    assertThat(workers.job(id)).succeeded().afterAttempts(2);
    List<Attempt> before = workers.history(id);

    paused.release();
    engineOf(slow).commit();

    assertThat(ran).containsExactly("quick 2", "slow 1");
    assertThat(workers.history(id)).isEqualTo(before);
    assertThat(workers.job(id).result()).hasToString("\"quick\"");
    assertThat(engineOf(slow).running()).isZero();
  }

  @Test
  void a_result_between_a_rescue_and_its_commit_changes_nothing() {
    HeldThreads paused = new HeldThreads();
    TaskForge slow = workers.worker("slow", paused, runningAs("slow"));
    TaskForge rescuer = workers.worker("rescuer", runningAs("rescuer"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(slow).fetch();
    workers.advance(Workers.PAST_THE_LEASE);

    engineOf(rescuer).rescue();
    paused.release();
    engineOf(slow).commit();
    assertThat(workers.job(id)).isIn(JobState.RUNNING);

    engineOf(rescuer).commit();
    assertThat(workers.job(id)).isRetrying();
    assertThat(workers.history(id)).extracting(Attempt::status).containsExactly(AttemptStatus.LOST);
  }

  @Test
  void a_rescue_after_a_late_commit_changes_nothing() {
    HeldThreads paused = new HeldThreads();
    TaskForge slow = workers.worker("slow", paused, runningAs("slow"));
    TaskForge rescuer = workers.worker("rescuer", runningAs("rescuer"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(slow).fetch();
    workers.advance(Workers.PAST_THE_LEASE);

    paused.release();
    engineOf(slow).commit();
    Workers.round(rescuer);

    assertThat(workers.job(id)).succeeded().afterAttempts(1);
    assertThat(workers.job(id).counters()).isEqualTo(Counters.ZERO);
  }

  @Test
  void only_one_of_two_workers_rescues_a_job() {
    TaskForge dying = workers.worker("dying", new HeldThreads(), runningAs("dying"));
    TaskForge first = workers.worker("first", runningAs("first"));
    TaskForge second = workers.worker("second", runningAs("second"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(dying).fetch();
    workers.advance(Workers.PAST_THE_LEASE);

    engineOf(first).rescue();
    engineOf(second).rescue();
    engineOf(first).commit();
    engineOf(second).commit();

    assertThat(workers.job(id)).isRetrying();
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 1, 0));
    assertThat(workers.history(id)).hasSize(1);
  }

  @Test
  void a_rescue_by_a_worker_that_dies_is_repeated_and_counts_one_lost_lease() {
    TaskForge dying = workers.worker("dying", new HeldThreads(), runningAs("dying"));
    TaskForge halfWay = workers.worker("half-way", runningAs("half-way"));
    TaskForge other = workers.worker("other", runningAs("other"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(dying).fetch();
    workers.advance(Workers.PAST_THE_LEASE);
    engineOf(halfWay).rescue();

    workers.advance(Workers.PAST_THE_LEASE);
    Workers.round(other);

    assertThat(workers.job(id)).succeeded().afterAttempts(2);
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 1, 0));
  }

  @Test
  void heartbeats_keep_the_lease_of_a_long_running_job() {
    HeldThreads paused = new HeldThreads();
    TaskForge slow = workers.worker("slow", paused, runningAs("slow"));
    TaskForge other = workers.worker("other", runningAs("other"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(slow).fetch();

    for (int i = 0; i < 20; i++) {
      workers.advance(ofSeconds(5));
      engineOf(slow).heartbeat();
      Workers.round(other);
    }
    paused.release();
    engineOf(slow).commit();

    assertThat(workers.job(id)).succeeded().afterAttempts(1);
    assertThat(ran).containsExactly("slow 1");
  }

  @Test
  void a_worker_with_a_long_lease_is_listed_between_its_heartbeats() {
    TaskForge worker = workers.worker("patient", builder -> builder.lease(Duration.ofHours(1)));

    Duration pause = engineOf(worker).heartbeat();
    workers.advance(pause.multipliedBy(2)); // one heartbeat failed

    assertThat(workers.memory.queries().workers()).hasSize(1);
  }

  @Test
  void a_result_that_is_not_committed_yet_keeps_its_lease() {
    TaskForge worker = workers.worker("worker", runningAs("worker"));
    TaskForge other = workers.worker("other", runningAs("other"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(worker).fetch();

    for (int i = 0; i < 6; i++) {
      workers.advance(ofSeconds(5));
      engineOf(worker).heartbeat();
      Workers.round(other);
    }
    engineOf(worker).commit();

    assertThat(workers.job(id)).succeeded().afterAttempts(1);
    assertThat(ran).containsExactly("worker 1");
  }

  @Test
  void a_lost_lease_uses_no_retry() {
    Failing failing = new Failing();
    Consumer<TaskForgeBuilder> usual =
        f ->
            f.retryPolicy(RetryPolicies.SCHEDULER)
                .handler(JobType.of("call", Object.class), failing);
    TaskForge dying = workers.worker("dying", new HeldThreads(), usual);
    TaskForge other = workers.worker("other", usual);
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(dying).fetch();
    workers.advance(Workers.PAST_THE_LEASE);

    Workers.round(other);
    assertThat(workers.job(id)).isRetrying();
    while (!workers.job(id).state().isFinal()) {
      workers.advance(ofSeconds(1));
      Workers.round(other);
    }

    assertThat(failing.calls()).isEqualTo(4);
    assertThat(workers.job(id)).failed().afterAttempts(5);
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(4, 1, 0));
    assertThat(workers.history(id).get(0).explanation()).contains("lost lease 1 of 6");
  }

  @Test
  void a_poison_message_that_kills_six_workers_is_dead_lettered() {
    Consumer<TaskForgeBuilder> usual =
        f -> runningAs("any").accept(f.queue("default", q -> q.deadLetterQueue("dead")));
    TaskForge rescuer = workers.worker("rescuer", new HeldThreads(), usual);
    JobId id = workers.enqueue(JobRequest.of("call"));
    for (int death = 1; death <= 6; death++) {
      TaskForge dying = workers.worker("dying-" + death, new HeldThreads(), usual);
      engineOf(dying).fetch();
      assertThat(workers.job(id)).isIn(JobState.RUNNING);
      workers.advance(Workers.PAST_THE_LEASE);
      engineOf(rescuer).rescue();
      engineOf(rescuer).commit();
    }

    assertThat(workers.job(id)).isDead().afterAttempts(6).withFailures(0);
    assertThat(workers.job(id).queue()).isEqualTo(new QueueName("dead"));
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 6, 0));
    assertThat(workers.history(id).get(5).explanation()).contains("poison");
    assertThat(workers.history(id))
        .extracting(attempt -> String.valueOf(attempt.worker()).substring(0, 7))
        .containsExactly("dying-1", "dying-2", "dying-3", "dying-4", "dying-5", "dying-6");
  }

  @Test
  void a_worker_without_the_handler_rescues_the_job_but_does_not_run_it() {
    TaskForge dying = workers.worker("dying", new HeldThreads(), runningAs("dying"));
    TaskForge stranger =
        workers.worker(
            "stranger",
            f -> f.handler(JobType.of("other", Object.class), (p, context) -> Outcome.DONE));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(dying).fetch();
    workers.advance(Workers.PAST_THE_LEASE);

    Workers.round(stranger);
    Workers.round(stranger);

    assertThat(workers.job(id)).isRetrying().afterAttempts(1);
  }

  @Test
  void a_shutdown_releases_the_job_immediately_and_uses_no_retry() {
    HeldThreads stuck = new HeldThreads();
    AtomicInteger reads = new AtomicInteger();
    // Each clock read takes a second, so that the grace period passes.
    TaskForge stopping =
        workers.worker(
            "stopping",
            stuck,
            () -> workers.ticker.getAsLong() + reads.incrementAndGet() * 1_000_000_000L,
            runningAs("stopping"));
    TaskForge other = workers.worker("other", runningAs("other"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(stopping).fetch();

    stopping.close();

    assertThat(workers.job(id)).isQueued();
    assertThat(workers.job(id).counters()).isEqualTo(new Counters(0, 0, 1));
    assertThat(workers.job(id).runAt()).isEqualTo(workers.clock.instant());
    assertThat(workers.history(id).get(0).status()).isEqualTo(AttemptStatus.INTERRUPTED);
    Workers.round(other);
    assertThat(workers.job(id)).succeeded().afterAttempts(1);
    assertThat(stuck.release()).isEqualTo(1);
    assertThat(ran).containsExactly("other 1");
  }

  @Test
  void handlers_are_notified_if_the_store_is_unavailable_for_a_lease() {
    List<Boolean> leaseLost = new ArrayList<>();
    TaskForge worker =
        workers.worker(
            "worker",
            f ->
                f.handler(
                    JobType.of("call", Object.class),
                    (payload, context) -> {
                      workers.store.goAway();
                      workers.advance(ofSeconds(14));
                      engineOf(workers.first()).heartbeat();
                      leaseLost.add(context.isLeaseLost());
                      workers.advance(ofSeconds(1));
                      engineOf(workers.first()).heartbeat();
                      leaseLost.add(context.isLeaseLost());
                      leaseLost.add(Thread.interrupted());
                      workers.store.heal();
                      return Outcome.DONE;
                    }));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(worker).heartbeat();
    engineOf(worker).fetch();
    engineOf(worker).commit();

    assertThat(leaseLost).containsExactly(false, true, true);
    assertThat(workers.job(id)).succeeded();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void failed_heartbeats_before_a_claim_do_not_lose_the_job() {
    List<Boolean> leaseLost = new ArrayList<>();
    TaskForge worker =
        workers.worker(
            "worker",
            f ->
                f.handler(
                    JobType.of("call", Object.class),
                    (payload, context) -> {
                      workers.store.goAway();
                      workers.advance(ofSeconds(1));
                      engineOf(workers.first()).heartbeat();
                      leaseLost.add(context.isLeaseLost());
                      workers.store.heal();
                      return Outcome.DONE;
                    }));
    workers.enqueue(JobRequest.of("call"));
    engineOf(worker).heartbeat();
    workers.advance(ofSeconds(20));
    engineOf(worker).fetch();

    assertThat(leaseLost).containsExactly(false);
  }

  @Test
  void a_worker_paused_for_a_lease_sends_a_heartbeat_before_it_rescues_jobs() {
    HeldThreads paused = new HeldThreads();
    TaskForge worker = workers.worker("worker", paused, runningAs("worker"));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(worker).heartbeat();
    engineOf(worker).fetch();

    workers.advance(Workers.PAST_THE_LEASE);
    engineOf(worker).rescue();
    engineOf(worker).commit();
    assertThat(workers.job(id)).isIn(JobState.RUNNING);
    paused.release();
    engineOf(worker).commit();

    assertThat(workers.job(id)).succeeded().afterAttempts(1);
    assertThat(workers.job(id).counters()).isEqualTo(Counters.ZERO);
  }

  @Test
  void a_worker_whose_heartbeats_fail_rescues_no_jobs() {
    TaskForge dying = workers.worker("dying", new HeldThreads(), runningAs("dying"));
    TaskForge unheard = workers.worker("unheard", new HeldThreads(), runningAs("unheard"));
    JobId others = workers.enqueue(JobRequest.of("call"));
    engineOf(dying).fetch();
    JobId own = workers.enqueue(JobRequest.of("call"));
    engineOf(unheard).heartbeat();
    engineOf(unheard).fetch();
    workers.store.loseHeartbeats();

    for (int i = 0; i < 5; i++) {
      workers.advance(Workers.PAST_THE_LEASE);
      engineOf(unheard).rescue();
      engineOf(unheard).commit();
    }
    assertThat(workers.job(others)).isIn(JobState.RUNNING);
    assertThat(workers.job(own)).isIn(JobState.RUNNING);

    workers.store.heal();
    engineOf(unheard).rescue();
    engineOf(unheard).commit();
    assertThat(workers.job(others)).isRetrying();
    assertThat(workers.job(own)).isIn(JobState.RUNNING);
  }
}
