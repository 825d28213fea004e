package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.Schedules;
import io.taskforge.TaskForge;
import io.taskforge.job.Job;
import io.taskforge.job.Outcome;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.job.TenantQuotas;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.Timing;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schedules after the store's clock was ahead and has been corrected. */
class ScheduleClockTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Timing EVERY_MINUTE = Timing.every("* * * * *", "UTC");

  private final Workers workers = new Workers();
  private final TaskForge forge = worker("a");
  private final Schedules schedules = forge.schedules();

  @AfterEach
  void close() {
    workers.close();
  }

  private TaskForge worker(String name) {
    return workers.worker(
        name, f -> f.handler(JobType.of("tick", Object.class), (nothing, context) -> Outcome.DONE));
  }

  /** Advances second by second, running the worker. */
  private void live(TaskForge worker, Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      workers.advance(ofSeconds(1));
      engineOf(worker).fireSchedules();
      Workers.round(worker);
    }
  }

  private void jump(Duration by) {
    workers.advance(by);
    engineOf(forge).fireSchedules();
    Workers.round(forge);
  }

  private List<Instant> runsUntil(Instant end) {
    return workers.memory.queries().list(JobFilter.all(1_000)).items().stream()
        .map(Job::runAt)
        .filter(runAt -> !runAt.isAfter(end))
        .sorted()
        .toList();
  }

  private Document document(String id) {
    return workers
        .memory
        .documents()
        .list(DocumentKind.SCHEDULE, null, null, 1_000)
        .items()
        .stream()
        .filter(each -> each.key().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<Instant> minutes(int... minutes) {
    return IntStream.of(minutes).mapToObj(minute -> START.plus(ofMinutes(minute))).toList();
  }

  @ParameterizedTest
  @EnumSource(MisfirePolicy.class)
  void after_the_clock_was_30_days_ahead_every_occurrence_runs_once(MisfirePolicy misfire) {
    Schedule tick = schedules.draft(new ScheduleId("tick"), EVERY_MINUTE, JobRequest.of("tick"));
    schedules.put(tick.withPolicies(misfire, OverlapPolicy.SKIP));
    live(forge, ofSeconds(90));

    jump(ofDays(30));
    live(forge, ofSeconds(70));
    workers.advance(ofDays(-30).minusSeconds(70));
    live(forge, ofMinutes(5));

    // Occurrences that the jump made late ran early, with their own idempotency keys.
    assertThat(runsUntil(START.plusSeconds(390))).isEqualTo(minutes(1, 2, 3, 4, 5, 6));
  }

  @ParameterizedTest
  @EnumSource(OverlapPolicy.class)
  void a_job_enqueued_for_a_wrong_time_does_not_block_the_schedule(OverlapPolicy overlap) {
    Schedule tick = schedules.draft(new ScheduleId("tick"), EVERY_MINUTE, JobRequest.of("tick"));
    schedules.put(tick.withPolicies(MisfirePolicy.SKIP, overlap));
    workers.advance(ofDays(30));
    engineOf(forge).fireSchedules(); // its job is enqueued and does not run
    workers.advance(ofDays(-30));

    live(forge, ofMinutes(3));

    assertThat(runsUntil(START.plusSeconds(180))).isEqualTo(minutes(1, 2, 3));
  }

  @Test
  void a_worker_that_did_not_see_the_jump_repairs_schedules_too() {
    schedules.put(new ScheduleId("tick"), EVERY_MINUTE, JobRequest.of("tick"));
    jump(ofDays(30));
    workers.advance(ofDays(-30));

    live(worker("b"), ofMinutes(3));

    assertThat(runsUntil(START.plusSeconds(180))).isEqualTo(minutes(1, 2, 3));
  }

  @Test
  void a_schedule_created_while_the_clock_was_ahead_runs_at_the_right_times() {
    workers.advance(ofDays(30));
    schedules.put(new ScheduleId("tick"), EVERY_MINUTE, JobRequest.of("tick"));
    workers.advance(ofDays(-30));

    live(forge, ofMinutes(2));

    assertThat(runsUntil(START.plusSeconds(120))).isEqualTo(minutes(1, 2));
  }

  @Test
  void setting_the_clock_back_a_little_runs_nothing_twice() {
    schedules.put(new ScheduleId("tick"), EVERY_MINUTE, JobRequest.of("tick"));
    live(forge, ofSeconds(60));

    for (int step = 0; step < 5; step++) {
      workers.advance(ofSeconds(-2));
      live(forge, ofSeconds(3));
    }
    live(forge, ofSeconds(60));

    assertThat(runsUntil(START.plusSeconds(130))).isEqualTo(minutes(1, 2));
  }

  @Test
  void thousands_of_schedules_are_repaired_in_pages() {
    for (int n = 0; n < 1_050; n++) {
      schedules.put(
          new ScheduleId("tick" + n), Timing.every("0 * * * *", "UTC"), JobRequest.of("tick"));
    }
    workers.advance(ofDays(30));
    while (engineOf(forge).fireSchedules().isZero()) {
      assertThat(workers.clock.instant()).isAfter(START);
    }
    workers.advance(ofDays(-30));

    for (int second = 0; second < 60; second++) {
      workers.advance(ofSeconds(1));
      engineOf(forge).fireSchedules();
    }

    assertThat(workers.memory.documents().list(DocumentKind.SCHEDULE, null, null, 2_000).items())
        .hasSize(1_050)
        .allSatisfy(each -> assertThat(each.dueAt()).isEqualTo(START.plus(Duration.ofHours(1))));
  }

  @Test
  void schedules_in_the_far_future_are_not_repaired() {
    Instant far = START.plus(ofDays(400));
    schedules.put(new ScheduleId("once"), Timing.at(far), JobRequest.of("tick"));
    schedules.put(
        new ScheduleId("yearly"), Timing.every("0 0 1 1 *", "UTC"), JobRequest.of("tick"));
    workers.advance(ofDays(30));
    schedules.put(new ScheduleId("later"), Timing.at(far), JobRequest.of("tick"));
    schedules.put(new ScheduleId("paused"), EVERY_MINUTE, JobRequest.of("tick"));
    schedules.pause(ScheduleKey.of("paused"));
    List<Document> before =
        List.of(document("once"), document("yearly"), document("later"), document("paused"));
    workers.advance(ofDays(-30));

    live(forge, ofMinutes(2));

    assertThat(List.of(document("once"), document("yearly"), document("later"), document("paused")))
        .isEqualTo(before);
    assertThat(runsUntil(far)).isEmpty();
  }

  @Test
  void a_one_off_postponed_while_the_clock_was_ahead_is_repaired() {
    int[] room = {0};
    TaskForge bounded = workers.worker("bounded", f -> f.tenantQuotas(upTo(room)));
    schedules.put(new ScheduleId("once"), Timing.at(START.plusSeconds(90)), JobRequest.of("tick"));
    workers.advance(ofDays(30));
    engineOf(bounded).fireSchedules();
    assertThat(document("once").dueAt()).isAfter(START.plus(ofDays(30)));
    workers.advance(ofDays(-30));
    room[0] = 1;

    live(bounded, ofSeconds(100));

    assertThat(workers.memory.documents().list(DocumentKind.SCHEDULE, null, null, 10).items())
        .isEmpty();
    assertThat(runsUntil(START.plusSeconds(100))).containsExactly(START.plusSeconds(90));
  }

  private static TenantQuotas upTo(int[] room) {
    return new TenantQuotas() {
      @Override
      public int forSchedule(TenantId tenant, int jobs) {
        return Math.min(room[0], jobs);
      }

      @Override
      public int forRedrive(TenantId tenant, int jobs) {
        return jobs;
      }
    };
  }

  @Test
  void invalid_documents_do_not_block_the_repair() {
    schedules.put(new ScheduleId("tick"), EVERY_MINUTE, JobRequest.of("tick"));
    workers.advance(ofDays(30));
    workers
        .memory
        .documents()
        .create(
            new DocumentKey(DocumentKind.SCHEDULE, TenantId.DEFAULT, "broken"),
            "{\"colour\": \"red\"}",
            workers.clock.instant());
    engineOf(forge).fireSchedules();
    workers.advance(ofDays(-30));

    live(forge, ofMinutes(2));

    assertThat(runsUntil(START.plusSeconds(120))).isEqualTo(minutes(1, 2));
  }
}
