package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.SchedulePage;
import io.taskforge.Schedules;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.SkippedOccurrences;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulesTest {
  private static final Timing EVERY_10_S = Timing.every("*/10 * * * * *", "UTC");
  private static final ScheduleKey TICK = ScheduleKey.of("tick");
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final TestForge forge =
      TestForge.with(
          f ->
              f.queue("default")
                  .queue("reports")
                  .handler(JobType.of("tick", String.class), (text, context) -> Outcome.DONE)
                  .handler(
                      JobType.of("fail", Object.class),
                      (text, context) -> {
                        throw new java.net.SocketTimeoutException("no answer");
                      }));
  private final Schedules schedules = forge.taskForge().schedules();

  @AfterEach
  void close() {
    forge.close();
  }

  private List<Job> jobs() {
    List<Job> jobs = new java.util.ArrayList<>(forge.taskForge().jobs(JobFilter.all(1000)).items());
    java.util.Collections.reverse(jobs);
    return jobs;
  }

  private Schedule tick() {
    return schedules.get(TICK).orElseThrow().schedule();
  }

  @Test
  void each_occurrence_gets_a_job_on_time() {
    schedules.put(
        new ScheduleId("tick"),
        EVERY_10_S,
        JobRequest.of("tick", "hello").queue("reports").priority(7));

    for (int second = 1; second <= 30; second++) {
      forge.advance(ofSeconds(1)).runDue();
    }

    assertThat(jobs())
        .extracting(Job::runAt)
        .containsExactly(START.plusSeconds(10), START.plusSeconds(20), START.plusSeconds(30));
    assertThat(jobs())
        .allSatisfy(
            job -> {
              assertThat(job.state()).isEqualTo(JobState.SUCCEEDED);
              assertThat(job.queue().value()).isEqualTo("reports");
              assertThat(job.priority()).isEqualTo(7);
              assertThat(job.createdAt()).isEqualTo(job.runAt());
            });
    assertThat(tick().lastRunAt()).isEqualTo(START.plusSeconds(30));
    assertThat(tick().lastJobId()).isEqualTo(jobs().get(2).id());
    assertThat(tick().lastSkip()).isNull();
  }

  @Test
  void turns_are_on_whole_seconds() {
    assertThat(engineOf(forge.taskForge()).fireSchedules()).isEqualTo(ofSeconds(1));
    forge.advance(ofMillis(300));
    assertThat(engineOf(forge.taskForge()).fireSchedules()).isEqualTo(ofMillis(700));
  }

  @Test
  void more_than_one_batch_is_fired_without_a_pause() {
    for (int n = 0; n < 250; n++) {
      schedules.put(new ScheduleId("s" + n), EVERY_10_S, JobRequest.of("tick", "x"));
    }
    forge.advance(ofSeconds(10));

    assertThat(engineOf(forge.taskForge()).fireSchedules()).isZero();
    assertThat(engineOf(forge.taskForge()).fireSchedules()).isZero();
    assertThat(engineOf(forge.taskForge()).fireSchedules()).isPositive();
    assertThat(jobs()).hasSize(250);
  }

  @Test
  void misfires_run_once_and_skipped_occurrences_are_recorded() {
    schedules.put(
        new ScheduleId("tick"), Timing.every("0 * * * * *", "UTC"), JobRequest.of("tick", "x"));

    forge.advance(ofHours(6)).runDue();

    assertThat(jobs()).hasSize(1);
    assertThat(tick().lastSkip())
        .isEqualTo(
            new SkippedOccurrences(START.plusSeconds(120), 359, SkippedOccurrences.Reason.MISSED));
    assertThat(tick().nextRunAt()).isEqualTo(START.plus(ofHours(6)).plusSeconds(60));
  }

  @Test
  void misfires_are_skipped_or_caught_up_by_policy() {
    Timing everyMinute = Timing.every("0 * * * * *", "UTC");
    Schedule draft =
        schedules.draft(new ScheduleId("skips"), everyMinute, JobRequest.of("tick", "skip"));
    schedules.put(draft.withPolicies(MisfirePolicy.SKIP, OverlapPolicy.SKIP));
    draft = schedules.draft(new ScheduleId("runs"), everyMinute, JobRequest.of("tick", "all"));
    schedules.put(draft.withPolicies(MisfirePolicy.RUN_ALL, OverlapPolicy.SKIP));

    forge.advance(ofHours(6).plusSeconds(30)).runDue();

    assertThat(jobs()).filteredOn(job -> job.payload().json().contains("all")).hasSize(100);
    assertThat(jobs()).filteredOn(job -> job.payload().json().contains("skip")).hasSize(1);
  }

  @Test
  void an_occurrence_is_skipped_while_the_previous_job_retries() {
    JobRequest fails =
        JobRequest.of("fail").retryPolicy(RetryPolicy.fixed(ofSeconds(15)).maxRetries(1));
    schedules.put(new ScheduleId("tick"), EVERY_10_S, fails);

    for (int second = 1; second <= 30; second++) {
      forge.advance(ofSeconds(1)).runDue();
    }

    assertThat(jobs())
        .extracting(Job::createdAt)
        .containsExactly(START.plusSeconds(10), START.plusSeconds(30));
    assertThat(jobs().get(0).state()).isEqualTo(JobState.FAILED);
    assertThat(tick().lastSkip())
        .isEqualTo(
            new SkippedOccurrences(START.plusSeconds(20), 1, SkippedOccurrences.Reason.OVERLAP));
    assertThat(tick().lastRunAt()).isEqualTo(START.plusSeconds(30));
  }

  @Test
  void a_policys_name_is_resolved_at_the_failure() {
    forge
        .taskForge()
        .policies()
        .put(new PolicyName("mine"), RetryPolicy.fixed(ofSeconds(1)).maxRetries(5));
    schedules.put(
        new ScheduleId("tick"),
        Timing.at(START.plusSeconds(5)),
        JobRequest.of("fail").retryPolicy("mine"));
    forge
        .taskForge()
        .policies()
        .put(new PolicyName("mine"), RetryPolicy.fixed(ofSeconds(2)).maxRetries(1));

    forge.advance(ofSeconds(5)).runDue();

    assertThat(jobs().get(0).runAt()).isEqualTo(START.plusSeconds(7));
  }

  @Test
  void a_one_off_is_deleted_and_its_job_stays() {
    schedules.put(
        new ScheduleId("tick"), Timing.at(START.plusMillis(1500)), JobRequest.of("tick", "x"));

    forge.advance(ofSeconds(2)).runDue();

    assertThat(schedules.get(TICK)).isEmpty();
    assertThat(jobs()).extracting(Job::state).containsExactly(JobState.SUCCEEDED);
    assertThat(schedules.trigger(TICK)).isEmpty();
    assertThat(schedules.pause(TICK)).isEmpty();
    assertThat(schedules.delete(TICK)).isFalse();
  }

  @Test
  void schedules_of_two_tenants_may_have_the_same_id() {
    schedules.put(new ScheduleId("tick"), EVERY_10_S, JobRequest.of("tick", "x").tenant("acme"));
    schedules.put(new ScheduleId("tick"), EVERY_10_S, JobRequest.of("tick", "x").tenant("globex"));

    forge.advance(ofSeconds(10)).runDue();

    assertThat(jobs()).extracting(job -> job.tenant().value()).containsExactly("acme", "globex");
    assertThat(schedules.get(TICK)).isEmpty();
    assertThat(schedules.get(ScheduleKey.of("acme", "tick"))).isPresent();
    assertThat(schedules.list(new TenantId("globex"), null, 10).items()).hasSize(1);
    assertThat(schedules.delete(ScheduleKey.of("acme", "tick"))).isTrue();
    assertThat(schedules.get(ScheduleKey.of("globex", "tick"))).isPresent();
  }

  @Test
  void a_paused_schedule_runs_nothing_and_catches_nothing_up() {
    schedules.put(new ScheduleId("tick"), EVERY_10_S, JobRequest.of("tick", "x"));
    assertThat(schedules.pause(TICK).orElseThrow().schedule().upcoming(5)).isEmpty();
    forge.advance(ofMinutes(10)).runDue();
    assertThat(jobs()).isEmpty();

    StoredSchedule resumed = schedules.resume(TICK).orElseThrow();

    assertThat(resumed.schedule().nextRunAt()).isEqualTo(START.plusSeconds(610));
    forge.advance(ofSeconds(10)).runDue();
    assertThat(jobs()).hasSize(1);
    assertThat(schedules.resume(TICK).orElseThrow().version()).isEqualTo(resumed.version());
  }

  @Test
  void a_trigger_enqueues_an_additional_job() {
    StoredSchedule put =
        schedules.put(new ScheduleId("tick"), EVERY_10_S, JobRequest.of("tick", "x"));

    JobId first = schedules.trigger(TICK).orElseThrow();
    JobId second = schedules.trigger(TICK).orElseThrow();

    assertThat(first).isNotEqualTo(second);
    assertThat(schedules.get(TICK)).contains(put);
    forge.runDue();
    assertThat(forge.job(first).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void putting_the_same_schedule_changes_nothing_and_a_change_keeps_the_progress() {
    JobRequest job = JobRequest.of("tick", "x");
    schedules.put(new ScheduleId("tick"), EVERY_10_S, job);
    forge.advance(ofSeconds(10)).runDue();
    StoredSchedule ran = schedules.get(TICK).orElseThrow();

    assertThat(schedules.put(new ScheduleId("tick"), EVERY_10_S, job)).isEqualTo(ran);

    StoredSchedule changed =
        schedules.put(
            new ScheduleId("tick"), Timing.every("0 0 3 * * *", "Europe/Berlin"), job.priority(3));
    assertThat(changed.version()).isGreaterThan(ran.version());
    assertThat(changed.schedule().lastJobId()).isEqualTo(ran.schedule().lastJobId());
    assertThat(changed.schedule().createdAt()).isEqualTo(START);
    assertThat(changed.schedule().nextRunAt()).isEqualTo(Instant.parse("2030-01-01T02:00:00Z"));
  }

  @Test
  void a_stale_version_is_neither_replaced_nor_deleted() {
    Schedule draft =
        schedules.draft(new ScheduleId("tick"), EVERY_10_S, JobRequest.of("tick", "x"));
    assertThat(schedules.put(draft, 1)).isEmpty();
    assertThat(schedules.put(draft, 0)).isPresent();
    assertThat(schedules.create(draft)).isEmpty();
    assertThat(schedules.put(draft.withName("Tick", ""), 1).orElseThrow().version()).isEqualTo(2);
    assertThat(schedules.put(draft, 1)).isEmpty();
    assertThat(schedules.delete(TICK, 1)).isFalse();
    assertThat(schedules.delete(TICK, 2)).isTrue();
  }

  @Test
  void lists_are_paginated() {
    for (String id : List.of("c", "a", "b")) {
      schedules.put(new ScheduleId(id), EVERY_10_S, JobRequest.of("tick", "x"));
    }

    SchedulePage first = schedules.list(null, null, 2);
    SchedulePage second = schedules.list(null, first.next(), 2);

    assertThat(first.items()).extracting(s -> s.schedule().id().value()).containsExactly("a", "b");
    assertThat(second.items()).extracting(s -> s.schedule().id().value()).containsExactly("c");
    assertThat(second.next()).isNull();
  }

  @Test
  void a_request_with_a_time_is_rejected() {
    for (JobRequest request :
        List.of(
            JobRequest.of("tick").delay(Duration.ofSeconds(1)),
            JobRequest.of("tick").runAt(START),
            JobRequest.of("tick").deadline(START),
            JobRequest.of("tick").idempotencyKey("k"))) {
      assertThatThrownBy(() -> schedules.draft(new ScheduleId("tick"), EVERY_10_S, request))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a schedule says when its jobs run");
    }
  }
}
