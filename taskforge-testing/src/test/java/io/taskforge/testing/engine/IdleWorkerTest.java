package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.Engine;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.ScheduleId;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the background tasks of a worker do while there is little to do, in the time of a clock. */
final class IdleWorkerTest {
  private static final JobType<Object> TYPE = JobType.of("plain", Object.class);
  // A claim on PostgreSQL looks for jobs at most once a second while there are none.
  private static final double LOOKS_PER_SECOND = 1;
  // One call of purge makes several statements.
  private static final int STATEMENTS_OF_PURGE = 12;

  private final Workers workers = new Workers();

  /** The tasks of a worker, each at the time for which it asked. */
  private final class Tasks {
    private final List<Task> tasks = new ArrayList<>();
    private final Engine engine;

    Tasks(TaskForge worker) {
      engine = engineOf(worker);
      engine.turns().forEach(turn -> tasks.add(new Task(turn)));
    }

    private final class Task {
      final Turn turn;
      Instant next = workers.clock.instant();

      Task(Turn turn) {
        this.turn = turn;
      }
    }

    void run(Duration time) {
      Instant end = workers.clock.instant().plus(time);
      while (true) {
        Task task = tasks.stream().min(Comparator.comparing(each -> each.next)).orElseThrow();
        if (task.next.isAfter(end)) {
          workers.clock.set(end);
          return;
        }
        if (task.next.isAfter(workers.clock.instant())) {
          workers.clock.set(task.next);
        }
        task.next = workers.clock.instant().plus(task.turn.turn());
        engine.commit(); // a result wakes the thread that commits
      }
    }
  }

  private Tasks started(String name, Consumer<TaskForgeBuilder> configuration) {
    Tasks tasks = new Tasks(workers.worker(name, configuration));
    tasks.run(ofSeconds(10));
    return tasks;
  }

  private static void serves(TaskForgeBuilder worker) {
    worker.handler(TYPE, (payload, context) -> Outcome.DONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50})
  void an_idle_worker_makes_at_most_two_statements_per_second(int queues) {
    Tasks tasks =
        started(
            "idle",
            worker -> {
              serves(worker);
              for (int i = 1; i < queues; i++) {
                worker.queue("queue-" + i);
              }
            });
    AtomicInteger statements = new AtomicInteger();
    workers.store.onCall(
        action ->
            statements.addAndGet(
                switch (action) {
                  case "claim jobs" -> 0;
                  case "purge" -> STATEMENTS_OF_PURGE;
                  default -> 1;
                }));

    tasks.run(Duration.ofMinutes(10));

    assertThat(statements.get() / 600.0 + LOOKS_PER_SECOND).isLessThanOrEqualTo(2);
  }

  @Test
  void a_policy_that_another_worker_changes_applies_within_two_seconds() {
    TaskForge other = workers.worker("other", worker -> {});
    Tasks tasks = started("runs", worker -> worker.handler(TYPE, new Failing()));
    other.typePolicies().put(new JobTypeName("plain"), PolicyChoice.of(after(ofSeconds(77))));
    tasks.run(ofSeconds(2));

    JobId job = workers.enqueue(JobRequest.of("plain"));
    tasks.run(ofMillis(400));

    assertThat(workers.job(job).runAt())
        .isBetween(
            workers.clock.instant().plusSeconds(76), workers.clock.instant().plusSeconds(77));
  }

  private static RetryPolicy after(Duration delay) {
    return RetryPolicy.fixed(delay);
  }

  @Test
  void a_schedule_of_another_worker_fires_on_time() {
    TaskForge other = workers.worker("other", worker -> {});
    Tasks tasks = started("runs", IdleWorkerTest::serves);
    Instant due = workers.clock.instant().plusSeconds(61);
    other.schedules().put(new ScheduleId("once"), Timing.at(due), JobRequest.of("plain"));

    AtomicInteger enqueued = new AtomicInteger();
    workers.store.onCall(action -> enqueued.addAndGet(action.equals("enqueue jobs") ? 1 : 0));

    tasks.run(ofMillis(60_999));
    assertThat(enqueued).hasValue(0);
    tasks.run(ofMillis(1));

    assertThat(enqueued).hasValue(1);
  }

  @Test
  void a_job_is_rescued_when_its_lease_expires() {
    TaskForge lost = workers.worker("lost", new HeldThreads(), IdleWorkerTest::serves);
    Tasks tasks = started("rescuer", worker -> {});
    JobId job = workers.enqueue(JobRequest.of("plain"));
    engineOf(lost).fetch();

    tasks.run(ofSeconds(14));
    assertThat(workers.job(job).state()).isEqualTo(JobState.RUNNING);
    tasks.run(ofSeconds(2));

    assertThat(workers.job(job).state()).isEqualTo(JobState.RETRYING);
  }

  @Test
  void a_lease_that_expires_soon_after_another_is_rescued_within_half_a_second() {
    TaskForge lost = workers.worker("lost", new HeldThreads(), IdleWorkerTest::serves);
    Tasks tasks = started("rescuer", worker -> {});
    workers.enqueue(JobRequest.of("plain"));
    engineOf(lost).fetch();
    tasks.run(ofSeconds(1));
    JobId second = workers.enqueue(JobRequest.of("plain"));
    engineOf(lost).fetch();

    tasks.run(ofSeconds(15));
    assertThat(workers.job(second).state()).isEqualTo(JobState.RUNNING);
    tasks.run(ofMillis(501));

    assertThat(workers.job(second).state()).isEqualTo(JobState.RETRYING);
  }

  @Test
  void leases_that_expired_while_the_store_was_away_are_rescued_a_lease_later() {
    TaskForge lost = workers.worker("lost", new HeldThreads(), IdleWorkerTest::serves);
    Tasks tasks = started("rescuer", worker -> {});
    JobId job = workers.enqueue(JobRequest.of("plain"));
    engineOf(lost).fetch();

    workers.store.goAway();
    tasks.run(ofSeconds(20));
    workers.store.heal();
    tasks.run(ofSeconds(12));
    assertThat(workers.job(job).state()).isEqualTo(JobState.RUNNING);
    tasks.run(ofSeconds(12));

    assertThat(workers.job(job).state()).isEqualTo(JobState.RETRYING);
  }
}
