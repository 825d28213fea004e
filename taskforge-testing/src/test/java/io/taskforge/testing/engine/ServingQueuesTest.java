package io.taskforge.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a worker shares its places among its queues. */
class ServingQueuesTest {
  @Test
  void no_more_jobs_of_a_queue_run_at_once_than_its_limit() {
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
                          "call",
                          Object.class,
                          (payload, context) -> {
                            ran.merge(context.queue().value(), 1, Integer::sum);
                            return Outcome.DONE;
                          }));
      for (int i = 0; i < 10; i++) {
        workers.enqueue(JobRequest.of("call").queue("narrow"));
        workers.enqueue(JobRequest.of("call").queue("wide"));
      }
      for (int i = 0; i < 5; i++) {
        forge.engine().fetch();
      }

      assertThat(held.waiting()).isEqualTo(5);
      assertThat(forge.engine().running()).isEqualTo(5);
      held.release();
      assertThat(ran.getOrDefault("narrow", 0)).isLessThanOrEqualTo(2);
      assertThat(forge.engine().running()).isZero();

      for (int i = 0; i < 20; i++) {
        forge.engine().fetch();
        held.release();
        forge.engine().commit();
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
                          "call",
                          Object.class,
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
        forge.engine().fetch();
        forge.engine().commit();
      }

      assertThat(served).hasSize(1_000);
      assertThat(served.stream().filter("heavy"::equals).count()).isBetween(700L, 800L);
    }
  }

  @Test
  void an_idle_queue_does_not_hold_back_the_places_of_a_busy_one() {
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
                      .handler("call", Object.class, (payload, context) -> Outcome.DONE));
      for (int i = 0; i < 20; i++) {
        workers.enqueue(JobRequest.of("call").queue("busy"));
      }
      forge.engine().fetch();
      assertThat(held.waiting()).isEqualTo(8);
    }
  }
}
