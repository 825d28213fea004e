package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a worker divides its concurrency among queues. */
class ServingQueuesTest {
  @Test
  void jobs_of_a_queue_run_within_its_concurrency_limit() {
    try (Workers workers = new Workers()) {
      HeldThreads held = new HeldThreads();
      Map<String, Integer> ran = new HashMap<>();
      TaskForge forge =
          workers.worker(
              "worker",
              held,
              f ->
                  f.concurrency(5)
                      .queue("narrow", q -> q.concurrency(2))
                      .queue("wide")
                      .handler(
                          JobType.of("call", Object.class),
                          (payload, context) -> {
                            ran.merge(context.queue().value(), 1, Integer::sum);
                            return Outcome.DONE;
                          }));
      for (int i = 0; i < 10; i++) {
        workers.enqueue(JobRequest.of("call").queue("narrow"));
        workers.enqueue(JobRequest.of("call").queue("wide"));
      }
      for (int i = 0; i < 5; i++) {
        engineOf(forge).fetch();
      }

      assertThat(held.waiting()).isEqualTo(5);
      assertThat(engineOf(forge).running()).isEqualTo(5);
      held.release();
      assertThat(ran.getOrDefault("narrow", 0)).isLessThanOrEqualTo(2);
      assertThat(engineOf(forge).running()).isZero();

      for (int i = 0; i < 20; i++) {
        engineOf(forge).fetch();
        held.release();
        engineOf(forge).commit();
      }
      assertThat(ran).containsEntry("narrow", 10).containsEntry("wide", 10);
    }
  }

  @Test
  void a_queue_of_weight_three_comes_first_three_times_out_of_four() {
    try (Workers workers = new Workers()) {
      List<String> served = new ArrayList<>();
      TaskForge forge =
          workers.worker(
              "worker",
              f ->
                  f.concurrency(1)
                      .queue("heavy", q -> q.weight(3))
                      .queue("light")
                      .handler(
                          JobType.of("call", Object.class),
                          (payload, context) -> {
                            served.add(context.queue().value());
                            return Outcome.DONE;
                          }));
      List<JobRequest> requests = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        requests.add(JobRequest.of("call").queue("heavy"));
        requests.add(JobRequest.of("call").queue("light"));
      }
      forge.enqueueAll(requests);
      for (int i = 0; i < 1_000; i++) {
        engineOf(forge).fetch();
        engineOf(forge).commit();
      }

      assertThat(served).hasSize(1_000);
      assertThat(served.stream().filter("heavy"::equals).count()).isBetween(700L, 800L);
    }
  }

  @Test
  void an_idle_queue_reserves_no_slots() {
    try (Workers workers = new Workers()) {
      HeldThreads held = new HeldThreads();
      TaskForge forge =
          workers.worker(
              "worker",
              held,
              f ->
                  f.concurrency(8)
                      .queue("busy")
                      .queue("idle", q -> q.weight(1000))
                      .handler(
                          JobType.of("call", Object.class), (payload, context) -> Outcome.DONE));
      for (int i = 0; i < 20; i++) {
        workers.enqueue(JobRequest.of("call").queue("busy"));
      }
      engineOf(forge).fetch();
      assertThat(held.waiting()).isEqualTo(8);
    }
  }

  @Test
  void the_smaller_of_the_stored_and_the_workers_limit_applies() {
    try (Workers workers = new Workers()) {
      HeldThreads held = new HeldThreads();
      TaskForge forge =
          workers.worker(
              "worker",
              held,
              f ->
                  f.concurrency(8)
                      .queue("a", q -> q.concurrency(3))
                      .handler(
                          JobType.of("call", Object.class), (payload, context) -> Outcome.DONE));
      for (int i = 0; i < 20; i++) {
        workers.enqueue(JobRequest.of("call").queue("a"));
      }
      limit(workers, forge, 2, null);
      engineOf(forge).fetch();
      assertThat(held.waiting()).isEqualTo(2);
      limit(workers, forge, 6, null);
      engineOf(forge).fetch();
      assertThat(held.waiting()).isEqualTo(3);
    }
  }

  @Test
  void jobs_of_a_queue_start_within_its_rate_limit() {
    try (Workers workers = new Workers()) {
      List<Long> started = new ArrayList<>();
      TaskForge forge =
          workers.worker(
              "worker",
              f ->
                  f.queue("a")
                      .queue("b")
                      .handler(
                          JobType.of("call", Object.class),
                          (payload, context) -> {
                            if (context.queue().value().equals("a")) {
                              started.add(workers.ticker.getAsLong() / 1_000_000);
                            }
                            return Outcome.DONE;
                          }));
      limit(workers, forge, null, new StartRate(2, Duration.ofMillis(100)));
      for (int i = 0; i < 6; i++) {
        workers.enqueue(JobRequest.of("call").queue("a"));
      }
      workers.enqueue(JobRequest.of("call").queue("b"));

      assertThat(turn(forge)).as("a token comes back in").isEqualTo(Duration.ofMillis(50));
      assertThat(started).containsExactly(0L, 0L);
      assertThat(workers.memory.queries().stats().queues())
          .as("other queues are not held back")
          .containsOnlyKeys(new QueueName("a"));
      while (started.size() < 6) {
        workers.advance(Duration.ofMillis(10));
        turn(forge);
      }
      assertThat(started).containsExactly(0L, 0L, 50L, 100L, 150L, 200L);
    }
  }

  @Test
  void starting_a_worker_keeps_a_queues_stored_limits() {
    try (Workers workers = new Workers()) {
      QueueName name = new QueueName("a");
      StartRate rate = new StartRate(5, Duration.ofSeconds(1));
      workers.memory.putQueue(name, QueueSettings.NONE.limitedTo(4, rate));
      workers.worker("one", f -> f.queue("a", q -> q.deadLetterQueue("dead")));
      workers.worker("two", f -> f.queue("a", q -> q.deadLetterQueue("dead")));

      Queue queue = workers.memory.queue(name).orElseThrow();
      assertThat(queue.settings())
          .isEqualTo(QueueSettings.of(null, new QueueName("dead")).limitedTo(4, rate));
      assertThat(queue.version()).isEqualTo(2);
    }
  }

  private static Duration turn(TaskForge forge) {
    Duration wait = engineOf(forge).fetch();
    engineOf(forge).commit();
    return wait;
  }

  private static void limit(
      Workers workers, TaskForge forge, @Nullable Integer atOnce, @Nullable StartRate rate) {
    workers.memory.putQueue(new QueueName("a"), QueueSettings.NONE.limitedTo(atOnce, rate));
    engineOf(forge).readQueues();
  }
}
