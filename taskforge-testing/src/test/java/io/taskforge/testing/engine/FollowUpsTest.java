package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outcome;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Follow-up jobs, with a whole worker. */
class FollowUpsTest {
  private final List<String> told = new CopyOnWriteArrayList<>();

  /** Orders that are dead-lettered, and the follow-ups that were recorded. */
  private TaskForgeBuilder orders(TaskForgeBuilder builder) {
    return builder
        .queue("default", queue -> queue.deadLetterQueue("dead"))
        .handler(
            JobType.of("order", String.class), (order, context) -> Outcome.deadLetter("no items"))
        .handler(
            JobType.of("tell", String.class),
            (text, context) -> {
              told.add(text);
              return Outcome.DONE;
            });
  }

  private static List<JobRequest> tell(EndedJob ended) {
    return ended.type().value().equals("order")
        ? List.of(JobRequest.of("tell", ended.id() + " is " + ended.state()))
        : List.of();
  }

  @Test
  void a_dead_letter_has_a_follow_up() {
    try (TestForge forge =
        TestForge.with(f -> orders(f).followUp(JobState.DEAD, FollowUpsTest::tell))) {
      JobId id = forge.enqueue(JobRequest.of("order", "17")).id();

      assertThat(forge.runDue()).isEqualTo(2);

      assertThat(forge.job(id)).isDead();
      assertThat(told).containsExactly(id + " is DEAD");
    }
  }

  @Test
  void a_job_cancelled_by_a_user_has_a_follow_up() {
    try (TestForge forge =
        TestForge.with(f -> orders(f).followUp(JobState.CANCELLED, FollowUpsTest::tell))) {
      JobId id = forge.enqueue(JobRequest.of("order", "17").delay(Duration.ofHours(1))).id();

      forge.taskForge().cancel(id, "enough");
      forge.runDue();

      assertThat(told).containsExactly(id + " is CANCELLED");
    }
  }

  @Test
  void rules_and_custom_follow_ups_can_be_combined() {
    FollowUps whole =
        ended -> {
          EndedJob end = ended.get(0);
          return end.type().value().equals("order") ? List.of(telling(end, "whole")) : List.of();
        };
    try (TestForge forge =
        TestForge.with(
            f ->
                orders(f)
                    .followUp(JobState.DEAD, FollowUpsTest::tell)
                    .followUp(JobState.SUCCEEDED, ended -> List.of())
                    .followUps(whole))) {
      JobId id = forge.enqueue(JobRequest.of("order", "17")).id();
      forge.runDue();

      assertThat(told).containsExactlyInAnyOrder(id + " is DEAD", "whole");
    }
  }

  private static NewJob telling(EndedJob end, String text) {
    return NewJob.of(
        new JobIdentity(
            new JobId(new UUID(0, end.number().entry())),
            QueueName.DEFAULT,
            new JobTypeName("tell"),
            end.tenant()),
        new Payload("\"" + text + "\""));
  }

  @Test
  void a_commit_with_a_lost_response_has_one_follow_up() {
    try (Workers workers = new Workers()) {
      TaskForge worker =
          workers.worker("w", f -> orders(f).followUp(JobState.DEAD, FollowUpsTest::tell));
      JobId id = workers.enqueue(JobRequest.of("order", "17"));
      engineOf(worker).readQueues();
      engineOf(worker).fetch();
      workers.store.loseAnswers();
      engineOf(worker).commit();
      workers.store.heal();
      Workers.round(worker);
      Workers.round(worker);

      assertThat(workers.job(id)).isDead();
      assertThat(told).hasSize(1);
    }
  }

  @Test
  void a_transient_failure_of_follow_ups_delays_the_result() {
    AtomicBoolean away = new AtomicBoolean(true);
    try (Workers workers = new Workers()) {
      TaskForge worker =
          workers.worker(
              "w",
              f ->
                  orders(f)
                      .followUp(
                          JobState.DEAD,
                          ended -> {
                            if (away.get()) {
                              throw new StoreException("read who wants to know", true, null);
                            }
                            return tell(ended);
                          }));
      JobId id = workers.enqueue(JobRequest.of("order", "17"));
      Workers.round(worker);
      assertThat(workers.job(id)).isIn(JobState.RUNNING);

      away.set(false);
      Workers.round(worker);
      Workers.round(worker);

      assertThat(workers.job(id)).isDead().afterAttempts(1);
      assertThat(told).hasSize(1);
    }
  }

  @Test
  void a_rule_that_throws_does_not_prevent_the_job_from_ending() {
    try (TestForge forge =
        TestForge.with(
            f ->
                orders(f)
                    .followUp(
                        JobState.DEAD,
                        ended -> {
                          throw new IllegalStateException("a bug");
                        }))) {
      JobId id = forge.enqueue(JobRequest.of("order", "17")).id();
      forge.runDue();

      assertThat(forge.job(id)).isDead();
      assertThat(told).isEmpty();
    }
  }

  @Test
  void a_worker_runs_follow_ups_without_waiting_for_its_next_poll() throws InterruptedException {
    AtomicBoolean ordered = new AtomicBoolean();
    CountDownLatch lookedInVain = new CountDownLatch(1);
    CountDownLatch heard = new CountDownLatch(1);
    UnreliableStore store = new UnreliableStore(new MemoryJobStore(InstantSource.system()));
    // The worker polls when the order's slot becomes free; after that only a wake-up helps.
    store.afterClaim(
        () -> {
          if (ordered.get()) {
            lookedInVain.countDown();
          }
        });
    store.beforeCommit(() -> awaitFor(lookedInVain));
    try (store;
        TaskForge forge =
            TaskForge.builder()
                .store(store)
                .pollInterval(Duration.ofHours(1))
                .handler(
                    JobType.of("order", String.class),
                    (order, context) -> {
                      ordered.set(true);
                      return Outcome.DONE;
                    })
                .handler(
                    JobType.of("tell", String.class),
                    (text, context) -> {
                      heard.countDown();
                      return Outcome.DONE;
                    })
                .followUp(JobState.SUCCEEDED, FollowUpsTest::tell)
                .build()
                .start()) {
      forge.enqueue(JobRequest.of("order", "17"));

      assertThat(heard.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitFor(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_queue_of_follow_ups_is_served_by_workers_of_all_queues() {
    try (TestForge forge =
        TestForge.with(
            f ->
                orders(f)
                    .allQueues()
                    .followUp(
                        JobState.DEAD,
                        ended -> List.of(JobRequest.of("tell", "from afar").queue("notices"))))) {
      forge.enqueue(JobRequest.of("order", "17"));
      forge.runDue();

      assertThat(told).containsExactly("from afar");
    }
  }

  @Test
  void workers_on_one_store_must_have_the_same_follow_ups() {
    FollowUps shared = ended -> List.of();
    try (Workers workers = new Workers()) {
      workers.worker("one", f -> f.followUps(shared));
      workers.worker("two", f -> f.followUps(shared));
      workers.worker("three", f -> {});
      assertThatThrownBy(() -> workers.worker("four", f -> f.followUps(ended -> List.of())))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void only_final_states_have_follow_ups() {
    assertThatThrownBy(() -> TaskForge.builder().followUp(JobState.RETRYING, ended -> List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("RETRYING");
  }
}
