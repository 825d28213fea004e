package io.taskforge.testing.engine;

import static io.taskforge.testing.engine.Workers.round;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.destination.DestinationChange;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.RetryBudget;
import io.taskforge.engine.Engine;
import io.taskforge.engine.EngineAccess;
import io.taskforge.event.DestinationEvent;
import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Circuit breakers: several workers, one store, manual time. */
class DestinationsTest {
  private static final JobType<String> CALL = JobType.of("call", String.class);
  private static final RetryPolicy IMPATIENT =
      RetryPolicy.fixed(Duration.ofSeconds(1)).maxRetries(1).within(Duration.ofSeconds(10));

  private final Workers workers = new Workers();
  private final List<TaskForge> forges = new ArrayList<>();
  private final List<Instant> calls = new ArrayList<>();
  private final List<DestinationEvent> changes = new ArrayList<>();
  private boolean down;
  private int callsWhileDown;
  private int onceCallsWhileDown;
  private double slowFactor;
  private Duration took = Duration.ofMillis(20);
  private HandlerFailure answer = HandlerFailure.ofStatus(502, "bad gateway");

  @AfterEach
  void close() {
    workers.close();
  }

  private void workers(int number, DestinationMode mode) {
    for (int i = 1; i <= number; i++) {
      forges.add(workers.worker("w" + i, builder -> configure(builder, mode)));
    }
  }

  private void configure(TaskForgeBuilder builder, DestinationMode mode) {
    builder
        .concurrency(4)
        .destinations(mode, DestinationSettings.defaults().slowFactor(slowFactor))
        .listener(
            new JobListener() {
              @Override
              public void on(JobEvent event) {}

              @Override
              public void destinationChanged(DestinationEvent event) {
                changes.add(event);
              }
            })
        .handler(
            CALL,
            payload -> {
              calls.add(workers.clock.instant());
              workers.advance(slowFactor > 0 ? took : Duration.ZERO);
              if (down) {
                callsWhileDown++;
                onceCallsWhileDown += payload.equals("once") ? 1 : 0;
                throw answer;
              }
            },
            options -> options.timeout(Duration.ofSeconds(5)));
  }

  private List<JobId> enqueue(int jobs) {
    return IntStream.range(0, jobs).mapToObj(i -> workers.enqueue(request("often"))).toList();
  }

  private JobRequest request(String payload) {
    return JobRequest.of("call", payload).destination("api").retryPolicy(IMPATIENT);
  }

  /** All workers take turns for some time, four a second. */
  private void pass(Duration time) {
    for (long i = 0; i < time.toMillis() / 250; i++) {
      forges.forEach(DestinationsTest::turn);
      workers.advance(Duration.ofMillis(250));
    }
  }

  private static void turn(TaskForge forge) {
    round(forge);
    EngineAccess.engineOf(forge).watchDestinations();
    EngineAccess.engineOf(forge).commit();
  }

  private List<DestinationChange.Kind> kinds() {
    return changes.stream().map(event -> event.change().kind()).toList();
  }

  @Test
  void an_outage_uses_no_retries_and_gives_no_job_up() {
    workers(3, DestinationMode.ON);
    down = true;
    List<JobId> jobs = enqueue(100);

    pass(Duration.ofSeconds(30));
    assertThat(jobs).noneMatch(id -> workers.job(id).state().isFinal());
    assertThat(callsWhileDown).isLessThan(50);
    down = false;
    pass(Duration.ofSeconds(60));

    assertThat(jobs).allMatch(id -> workers.job(id).state() == JobState.SUCCEEDED);
    assertThat(jobs).allMatch(id -> workers.job(id).counters().failures() == 0);
    assertThat(kinds())
        .startsWith(DestinationChange.Kind.OPENED, DestinationChange.Kind.PROBING)
        .endsWith(DestinationChange.Kind.RECOVERING, DestinationChange.Kind.RECOVERED);
  }

  @Test
  void refunded_failures_are_in_the_history_with_the_time_held() {
    workers(1, DestinationMode.ON);
    down = true;
    List<JobId> jobs = enqueue(40);
    pass(Duration.ofSeconds(20));
    down = false;
    pass(Duration.ofSeconds(60));

    List<Attempt> history = workers.history(jobs.get(0));
    assertThat(history.get(0).status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(history.get(0).explanation()).contains("destination api is down: no retry used");
    assertThat(history.get(history.size() - 1).explanation()).contains("held for");
  }

  @Test
  void a_retry_after_on_one_worker_stops_all_workers() {
    workers(3, DestinationMode.ON);
    enqueue(3);
    pass(Duration.ofSeconds(1));
    down = true;
    answer = HandlerFailure.ofStatus(429, "slow down").retryAfter(Duration.ofSeconds(5));
    enqueue(1);
    round(forges.get(0));
    EngineAccess.engineOf(forges.get(0)).watchDestinations();
    down = false;
    calls.clear();
    Instant held = workers.clock.instant();
    enqueue(50);

    pass(Duration.ofSeconds(12));

    assertThat(calls).isNotEmpty();
    assertThat(calls)
        .filteredOn(at -> at.isAfter(held.plusMillis(300)))
        .allMatch(at -> !at.isBefore(held.plusSeconds(5)));
    assertThat(kinds()).contains(DestinationChange.Kind.HELD, DestinationChange.Kind.RELEASED);
  }

  @Test
  void an_at_most_once_job_is_never_a_probe() {
    workers(2, DestinationMode.ON);
    down = true;
    enqueue(30);
    pass(Duration.ofSeconds(5));
    List<JobId> once =
        IntStream.range(0, 10)
            .mapToObj(i -> workers.enqueue(request("once").guarantee(Guarantee.AT_MOST_ONCE)))
            .toList();

    pass(Duration.ofSeconds(30));
    assertThat(onceCallsWhileDown).isZero();
    down = false;
    pass(Duration.ofSeconds(60));

    assertThat(once).allMatch(id -> workers.job(id).state() == JobState.SUCCEEDED);
  }

  @Test
  void at_most_once_jobs_alone_are_released_after_a_while() {
    workers(1, DestinationMode.ON);
    down = true;
    List<JobId> often = enqueue(12);
    pass(Duration.ofSeconds(3));
    often.forEach(id -> forges.get(0).cancel(id, "test"));
    down = false;
    JobId once = workers.enqueue(request("once").guarantee(Guarantee.AT_MOST_ONCE));

    pass(Duration.ofMinutes(2));

    assertThat(workers.job(once).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void at_most_once_jobs_alone_are_released_slowly_to_a_destination_that_is_still_down() {
    workers(1, DestinationMode.ON);
    enqueue(100);
    pass(Duration.ofSeconds(10)); // so that it is known to handle many calls per second
    down = true;
    List<JobId> often = enqueue(12);
    pass(Duration.ofSeconds(3));
    often.forEach(id -> forges.get(0).cancel(id, "test"));
    for (int i = 0; i < 200; i++) {
      workers.enqueue(request("once").guarantee(Guarantee.AT_MOST_ONCE));
    }

    pass(Duration.ofMinutes(2));

    // One every five seconds.
    assertThat(onceCallsWhileDown).isBetween(1, 24);
  }

  @Test
  void a_destination_that_works_costs_no_statement() {
    workers(1, DestinationMode.ON);
    Engine engine = EngineAccess.engineOf(forges.get(0));
    engine.readQueues();
    int before = workers.store.documentCalls();
    enqueue(100);
    for (int i = 0; i < 100; i++) {
      engine.fetch();
      engine.commit();
      engine.watchDestinations();
      workers.advance(Duration.ofMillis(500));
    }

    assertThat(calls).hasSize(100);
    assertThat(workers.store.documentCalls()).isEqualTo(before);
  }

  @Test
  void a_worker_that_dies_with_an_undecided_failure_loses_no_attempt() {
    workers(2, DestinationMode.ON);
    down = true;
    List<JobId> jobs = enqueue(20);
    round(forges.get(0)); // its failures wait for a decision, and it takes no more turns
    forges.remove(0);

    pass(Duration.ofSeconds(30));
    down = false;
    pass(Duration.ofSeconds(60));

    assertThat(jobs).allMatch(id -> workers.job(id).state() == JobState.SUCCEEDED);
    assertThat(jobs).allMatch(id -> workers.job(id).counters().failures() == 0);
    assertThat(jobs).allMatch(id -> workers.job(id).counters().lostLeases() <= 1);
  }

  @Test
  void a_deadline_passes_while_a_job_is_held() {
    workers(1, DestinationMode.ON);
    down = true;
    enqueue(20);
    pass(Duration.ofSeconds(3));
    JobId late =
        workers.enqueue(request("often").deadline(workers.clock.instant().plusSeconds(10)));

    pass(Duration.ofSeconds(60));
    down = false;
    pass(Duration.ofSeconds(60));

    assertThat(workers.job(late).state()).isEqualTo(JobState.FAILED);
  }

  @Test
  void jobs_past_their_deadline_are_no_probes() {
    workers(1, DestinationMode.ON);
    down = true;
    List<JobId> jobs = enqueue(20);
    pass(Duration.ofSeconds(3));
    Instant soon = workers.clock.instant().plusSeconds(10);
    for (int i = 0; i < 20; i++) {
      workers.enqueue(request("often").priority(9).deadline(soon));
    }
    pass(Duration.ofSeconds(30));
    down = false;

    pass(Duration.ofSeconds(20));

    assertThat(jobs).allMatch(id -> workers.job(id).state() == JobState.SUCCEEDED);
  }

  @Test
  void a_destination_that_becomes_slow_counts_as_down_if_wanted() {
    slowFactor = 5;
    workers(1, DestinationMode.ON);
    enqueue(40);
    pass(Duration.ofSeconds(5));
    took = Duration.ofMillis(400);
    List<JobId> slow = enqueue(40);

    pass(Duration.ofSeconds(30));

    assertThat(kinds()).startsWith(DestinationChange.Kind.OPENED);
    assertThat(slow).filteredOn(id -> workers.job(id).state() == JobState.SUCCEEDED).isNotEmpty();
    assertThat(slow).allMatch(id -> workers.job(id).counters().failures() == 0);
    took = Duration.ofMillis(20);
    pass(Duration.ofSeconds(60));
    assertThat(slow).allMatch(id -> workers.job(id).state() == JobState.SUCCEEDED);
  }

  @Test
  void single_failures_use_retries_as_ever() {
    workers(1, DestinationMode.ON);
    down = true;
    JobId job = enqueue(1).get(0);

    pass(Duration.ofSeconds(5));

    assertThat(workers.job(job).state()).isEqualTo(JobState.FAILED);
    assertThat(workers.job(job).counters().failures()).isEqualTo(2);
    assertThat(changes).isEmpty();
  }

  @Test
  void shadow_mode_holds_no_job() {
    workers(2, DestinationMode.SHADOW);
    down = true;
    List<JobId> jobs = enqueue(60);

    pass(Duration.ofSeconds(20));

    assertThat(jobs).allMatch(id -> workers.job(id).state() == JobState.FAILED);
    assertThat(changes).isNotEmpty().allMatch(DestinationEvent::shadow);
  }

  @Test
  void jobs_without_a_destination_are_never_held() {
    workers(1, DestinationMode.ON);
    down = true;
    List<JobId> jobs =
        IntStream.range(0, 40)
            .mapToObj(i -> workers.enqueue(JobRequest.of("call", "x").retryPolicy(IMPATIENT)))
            .toList();

    pass(Duration.ofSeconds(20));

    assertThat(jobs).allMatch(id -> workers.job(id).state() == JobState.FAILED);
    assertThat(changes).isEmpty();
  }

  @Test
  void retries_beyond_the_budget_of_their_queue_are_postponed() {
    RetryBudget budget = new RetryBudget(0, Duration.ofSeconds(1), 1, Duration.ofSeconds(1));
    forges.add(
        workers.worker(
            "w",
            builder -> {
              configure(builder, DestinationMode.OFF);
              builder.queue("default", queue -> queue.retryBudget(budget));
            }));
    down = true;
    List<JobId> jobs =
        IntStream.range(0, 4)
            .mapToObj(i -> workers.enqueue(JobRequest.of("call", "x").retryPolicy(IMPATIENT)))
            .toList();

    round(forges.get(0));

    assertThat(jobs.stream().map(id -> workers.history(id).get(0)).map(Attempt::explanation))
        .filteredOn(text -> text.contains("postponed to"))
        .hasSize(2)
        .allMatch(text -> text.contains("by the queue's retry budget of 0% over 1s"));
    assertThat(jobs).allMatch(id -> workers.job(id).state() == JobState.RETRYING);
  }

  @Test
  void a_hold_by_an_operator_reaches_all_workers() {
    workers(2, DestinationMode.ON);
    DestinationId api = new DestinationId(TenantId.DEFAULT, "api");
    forges.get(0).destinations().hold(api, null, "upgrade", "ann");
    pass(Duration.ofSeconds(1));
    List<JobId> jobs = enqueue(10);

    pass(Duration.ofSeconds(30));
    assertThat(calls).isEmpty();
    forges.get(0).destinations().release(api, "done");
    pass(Duration.ofSeconds(20));

    assertThat(jobs).allMatch(id -> workers.job(id).state() == JobState.SUCCEEDED);
  }
}
