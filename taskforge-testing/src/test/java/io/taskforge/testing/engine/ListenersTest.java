package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.event.JobEvent;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import io.taskforge.retry.RetryPolicies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The events that listeners receive, and their order. */
class ListenersTest {
  private final Workers workers = new Workers();
  private final List<JobEvent> events = new ArrayList<>();

  @AfterEach
  void close() {
    workers.close();
  }

  private TaskForgeBuilder listening(TaskForgeBuilder builder) {
    return builder
        .retryPolicy(RetryPolicies.SCHEDULER)
        .listener(
            event -> {
              synchronized (events) {
                events.add(event);
              }
            });
  }

  private List<Transition> told(JobId id) {
    return events.stream()
        .filter(event -> event.jobId().equals(id))
        .map(JobEvent::transition)
        .toList();
  }

  @Test
  void a_listener_receives_every_transition_with_its_details() {
    TaskForge forge =
        workers.worker(
            "worker", f -> listening(f).handler(JobType.of("call", Object.class), new Failing()));
    JobId id = workers.enqueue(JobRequest.of("call").tenant("acme"));
    workers.advance(ofMillis(250));
    Workers.round(forge);

    assertThat(told(id)).containsExactly(Transition.CLAIMED, Transition.RETRY_SCHEDULED);
    assertThat(events.get(0).waited()).isEqualTo(ofMillis(250));
    JobEvent retry = events.get(1);
    assertThat(retry.tenant()).hasToString("acme");
    assertThat(retry.attempt()).isEqualTo(1);
    assertThat(retry.maxRetries()).isEqualTo(3);
    assertThat(retry.delay()).isEqualTo(ofSeconds(1));
    assertThat(retry.nextRunAt()).isEqualTo(workers.job(id).runAt());
    assertThat(retry.failure())
        .satisfies(failure -> assertThat(failure.type()).hasToString("timeout"));
    assertThat(retry.explanation()).contains("retry 1 of 3 in 1s");
  }

  @Test
  void a_job_cancelled_while_it_failed_is_reported_as_cancelled() {
    TaskForge[] self = new TaskForge[1];
    self[0] =
        workers.worker(
            "worker",
            f ->
                listening(f)
                    .handler(
                        JobType.of("call", Object.class),
                        (payload, context) -> {
                          self[0].cancel(context.jobId(), "enough");
                          throw new IllegalStateException("fails before it hears of that");
                        }));
    JobId id = workers.enqueue(JobRequest.of("call"));
    Workers.round(self[0]);

    assertThat(workers.job(id).state()).isEqualTo(JobState.CANCELLED);
    assertThat(told(id)).containsExactly(Transition.CLAIMED, Transition.CANCELLED_BY_REQUEST);
    assertThat(events.get(1).delay()).isNull();
  }

  @Test
  void changes_by_users_are_reported_too() {
    TaskForge forge =
        workers.worker(
            "worker",
            f ->
                listening(f)
                    .queue("default", q -> q.deadLetterQueue("dead"))
                    .handler(JobType.of("call", Object.class), new Failing())
                    .handler(JobType.of("bad", Object.class), (p, c) -> Outcome.deadLetter("no")));
    JobId waiting = workers.enqueue(JobRequest.of("call").delay(ofSeconds(5)));
    JobId failing = workers.enqueue(JobRequest.of("call"));
    JobId dead = workers.enqueue(JobRequest.of("bad"));
    Workers.round(forge);
    events.clear();

    forge.reschedule(waiting, workers.clock.instant().plusSeconds(9));
    forge.cancel(waiting, "not needed");
    forge.cancel(waiting, "refused, so not told");
    forge.retryNow(waiting);
    forge.cancelRetries(failing, "enough");
    forge.retryNow(failing);
    forge.deadLetter(failing, "odd");
    forge.redrive(dead);

    assertThat(told(waiting))
        .containsExactly(
            Transition.RESCHEDULED, Transition.CANCELLED_BY_REQUEST, Transition.RETRIED_NOW);
    assertThat(told(failing))
        .containsExactly(
            Transition.RETRIES_CANCELLED,
            Transition.RETRIED_NOW,
            Transition.DEAD_LETTERED_BY_REQUEST);
    assertThat(told(dead)).containsExactly(Transition.REDRIVEN);
    assertThat(events.get(0).nextRunAt()).isEqualTo(workers.clock.instant().plusSeconds(9));
    assertThat(events.get(1).explanation()).isEqualTo("not needed");
    assertThat(events.get(1).nextRunAt()).isNull();
  }

  @Test
  void every_event_is_a_legal_transition() {
    SplittableRandom random = new SplittableRandom(11);
    TaskForge dying =
        workers.worker("dying", new HeldThreads(), f -> anyOutcome(listening(f), random));
    TaskForge forge = workers.worker("worker", f -> anyOutcome(listening(f), random));
    TaskForge other = workers.worker("other", f -> anyOutcome(listening(f), random));
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      ids.add(workers.enqueue(JobRequest.of("call").priority(random.nextInt(5))));
    }
    for (int second = 0; second < 120; second++) {
      if (random.nextInt(10) == 0) {
        engineOf(dying).fetch();
      }
      Workers.round(random.nextBoolean() ? forge : other);
      person(forge, ids.get(random.nextInt(ids.size())), random);
      workers.advance(ofSeconds(1));
    }

    Map<JobId, JobState> states = new HashMap<>();
    Map<Transition, Integer> seen = new HashMap<>();
    for (JobEvent event : events) {
      JobState before = states.getOrDefault(event.jobId(), JobState.QUEUED);
      assertThat(event.transition().from()).as("%s", event).contains(before);
      assertThat(event.transition().to()).as("%s", event).contains(event.state());
      states.put(event.jobId(), event.state());
      seen.merge(event.transition(), 1, Integer::sum);
    }
    states.forEach((id, state) -> assertThat(workers.job(id)).isIn(state));
    assertThat(seen.keySet())
        .contains(
            Transition.CLAIMED,
            Transition.COMPLETED,
            Transition.RETRY_SCHEDULED,
            Transition.DEAD_LETTERED,
            Transition.SNOOZED,
            Transition.DISCARDED,
            Transition.LEASE_LOST,
            Transition.RETRIED_NOW,
            Transition.REDRIVEN,
            Transition.CANCELLED_BY_REQUEST);
  }

  private static void anyOutcome(TaskForgeBuilder builder, SplittableRandom random) {
    builder
        .queue("default", q -> q.deadLetterQueue("dead"))
        .concurrency(4)
        .handler(
            JobType.of("call", Object.class),
            (payload, context) ->
                switch (random.nextInt(8)) {
                  case 0 -> Outcome.DONE;
                  case 1 -> Outcome.snooze(ofSeconds(random.nextInt(3)));
                  case 2 -> Outcome.discard("dull");
                  case 3 -> Outcome.deadLetter("odd");
                  default -> throw new java.io.IOException("broken pipe");
                });
  }

  /** Only waiting, failed and dead jobs: a cancelled run is reported as the end of its attempt. */
  private void person(TaskForge forge, JobId id, SplittableRandom random) {
    if (workers.job(id).state() == JobState.RUNNING) {
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> forge.cancel(id, "no");
      case 1 -> forge.retryNow(id);
      case 2 -> forge.redrive(id);
      case 3 -> forge.cancelRetries(id, "no");
      default -> forge.reschedule(id, workers.clock.instant().plusSeconds(3));
    }
  }

  @Test
  void a_new_claim_is_reported_after_the_end_of_the_last_attempt() {
    TaskForge forge =
        workers.worker(
            "worker",
            f ->
                listening(f)
                    .handler(
                        JobType.of("call", Object.class),
                        (payload, context) ->
                            context.attempt() == 1
                                ? Outcome.snooze(java.time.Duration.ZERO)
                                : Outcome.DONE));
    JobId id = workers.enqueue(JobRequest.of("call"));
    engineOf(forge).fetch();

    List<Thread> fetching = new ArrayList<>();
    workers.store.afterCommit(
        () -> {
          if (fetching.isEmpty()) {
            Thread thread = new Thread(() -> engineOf(forge).fetch(), "fetching");
            fetching.add(thread);
            thread.start();
            Await.until(
                "the fetcher waits, or is done",
                () ->
                    thread.getState() == Thread.State.BLOCKED
                        || thread.getState() == Thread.State.TERMINATED);
          }
        });
    engineOf(forge).commit();
    Await.until("the fetcher is done", () -> !fetching.get(0).isAlive());
    engineOf(forge).commit();

    assertThat(told(id))
        .containsExactly(
            Transition.CLAIMED, Transition.SNOOZED, Transition.CLAIMED, Transition.COMPLETED);
  }
}
