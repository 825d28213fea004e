package io.taskforge.redriving;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveDocument;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.deadletter.RedriveStop;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The guarantees of redrives, for every store. */
abstract class RedrivesTest {
  private static final Duration PAST_THE_LEASE = JobStore.DEFAULT_LEASE.plusMillis(1);

  RedriveWorld world;

  abstract JobStore open(ManualClock clock);

  @BeforeEach
  void begin() {
    world = new RedriveWorld(this::open);
  }

  @AfterEach
  void end() {
    world.close();
  }

  private Redrive start(RedriveRequest request) {
    return world.forge.redrives().start(request);
  }

  @Test
  void all_matching_jobs_return_to_their_original_queues() {
    world.dead(1_203);
    List<JobId> others = world.dead(3, JobRequest.of("send").queue("spare"));
    world.poison(id -> false);

    Redrive redrive =
        start(RedriveRequest.matching(JobFilter.all(1).movedFrom(new QueueName("mail"))));
    world.redrive(world.forge);
    world.run();

    Redrive done = world.look(redrive);
    assertThat(done.state()).isEqualTo(RedriveState.DONE);
    assertThat(done.counts().matched()).isEqualTo(1_203);
    assertThat(done.counts().moved()).isEqualTo(1_203);
    assertThat(done.counts().skipped()).isZero();
    assertThat(world.runs).hasSize(1_203).doesNotContainKeys(others.toArray(JobId[]::new));
    assertThat(world.count(JobState.SUCCEEDED)).isEqualTo(1_203);
    assertThat(world.count(JobState.DEAD)).isEqualTo(3);
  }

  @Test
  void a_failure_group_can_be_redriven_to_another_queue() {
    world.dead(700);
    world.poison(id -> false);
    var group = world.store.queries().failureGroups(FailureGroupFilter.all(5)).get(0);

    Redrive redrive = start(RedriveRequest.failureGroup(group.fingerprint()).to("spare"));
    world.redrive(world.forge);

    assertThat(world.look(redrive).counts().moved()).isEqualTo(700);
    assertThat(world.store.queries().list(JobFilter.all(1_000)).items())
        .extracting(job -> job.queue().value())
        .containsOnly("spare");
  }

  @Test
  void the_rate_limit_is_respected() {
    world.dead(20);
    Redrive slow = start(RedriveRequest.all().ratePerSecond(0.5));
    List<Long> moved = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      world.redrive(world.forge);
      moved.add(world.look(slow).counts().moved());
      world.clock.advance(Duration.ofSeconds(1));
    }
    assertThat(moved).containsExactly(1L, 1L, 2L, 2L, 3L, 3L);
    world.forge.redrives().stop(slow.id());

    Redrive quick = start(RedriveRequest.all().ratePerSecond(5));
    world.redrive(world.forge);
    assertThat(world.look(quick).counts().moved()).isEqualTo(5);
    world.clock.advance(Duration.ofMillis(999));
    world.redrive(world.forge);
    assertThat(world.look(quick).counts().moved()).isEqualTo(5);
    world.clock.advance(Duration.ofMillis(1));
    world.redrive(world.forge);
    assertThat(world.look(quick).counts().moved()).isEqualTo(10);
  }

  @Test
  void a_stopped_redrive_moves_no_more_jobs_and_is_kept_for_thirty_days() {
    world.dead(10);
    Redrive redrive = start(RedriveRequest.all().ratePerSecond(4));
    world.redrive(world.forge);

    RedriveStop stop = world.forge.redrives().stop(redrive.id()).orElseThrow();
    assertThat(stop.stopped()).isTrue();
    assertThat(stop.redrive().counts().moved()).isEqualTo(4);
    world.clock.advance(Duration.ofMinutes(5));
    world.redrive(world.forge);
    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.STOPPED);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(4);
    assertThat(world.count(JobState.DEAD)).isEqualTo(6);
    assertThat(world.forge.redrives().stop(redrive.id()).orElseThrow().stopped()).isFalse();

    world.clock.advance(Duration.ofDays(30));
    world.redrive(world.forge);
    assertThat(world.forge.redrives().get(redrive.id())).isEmpty();
    assertThat(world.forge.redrives().stop(redrive.id())).isEmpty();
  }

  @Test
  void a_redrive_stops_with_the_reason_when_too_many_jobs_fail_again() {
    List<JobId> ids = world.dead(100);
    world.poison(id -> ids.indexOf(id) % 4 == 0);

    Redrive redrive = start(RedriveRequest.all().stopIfFailureRatio(0.1));
    world.redrive(world.forge);
    world.run();
    world.clock.advance(Duration.ofSeconds(1));
    world.redrive(world.forge);

    Redrive halted = world.look(redrive);
    assertThat(halted.state()).isEqualTo(RedriveState.HALTED);
    assertThat(halted.reason())
        .isEqualTo("5 of 20 redriven jobs failed again: 25 % is more than 10 %");
    assertThat(halted.counts().moved()).isEqualTo(20);
    world.clock.advance(Duration.ofMinutes(1));
    world.redrive(world.forge);
    assertThat(world.count(JobState.DEAD)).isEqualTo(85);
  }

  @Test
  void a_small_redrive_whose_jobs_all_fail_again_stops_at_the_end() {
    world.dead(3);
    world.poison(id -> true);
    Redrive redrive = start(RedriveRequest.all().stopIfFailureRatio(0.5));
    world.redrive(world.forge);
    world.clock.advance(Duration.ofSeconds(1));
    world.redrive(world.forge);
    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.RUNNING);

    world.run();
    world.clock.advance(Duration.ofSeconds(1));
    world.redrive(world.forge);

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.HALTED);
    assertThat(world.look(redrive).reason())
        .isEqualTo("3 of 3 redriven jobs failed again: 100 % is more than 50 %");
  }

  @Test
  void after_a_minute_a_small_redrive_is_judged_by_the_jobs_that_have_run() {
    List<JobId> ids = world.dead(3);
    world.poison(id -> true);
    Redrive redrive = start(RedriveRequest.all().stopIfFailureRatio(0.5));
    world.redrive(world.forge);
    assertThat(
            world.forge.reschedule(ids.get(0), world.clock.instant().plusSeconds(3_600)).status())
        .isEqualTo(ChangeResult.Status.CHANGED);
    world.run();
    world.clock.advance(Duration.ofSeconds(1));
    world.redrive(world.forge);
    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.RUNNING);

    world.clock.advance(Duration.ofMinutes(1));
    world.redrive(world.forge);

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.HALTED);
    assertThat(world.look(redrive).reason())
        .isEqualTo("2 of 2 redriven jobs failed again: 100 % is more than 50 %");
  }

  @Test
  void a_redrive_below_its_failure_ratio_completes() {
    List<JobId> ids = world.dead(100);
    world.poison(id -> ids.indexOf(id) % 50 == 0);
    Redrive redrive = start(RedriveRequest.all().stopIfFailureRatio(0.1));
    for (int i = 0; i < 8; i++) {
      world.redrive(world.forge);
      world.run();
      world.clock.advance(Duration.ofSeconds(1));
    }
    Redrive done = world.look(redrive);
    assertThat(done.state()).isEqualTo(RedriveState.DONE);
    assertThat(done.canary().ran()).isEqualTo(100);
    assertThat(done.canary().failedAgain()).isEqualTo(2);
  }

  @Test
  void a_dry_run_counts_and_changes_nothing() {
    List<JobId> ids = world.dead(7);

    assertThat(world.forge.redrives().count(RedriveRequest.all().selection())).isEqualTo(7);
    assertThat(world.forge.redrives().count(RedriveRequest.ids(ids.subList(0, 2)).selection()))
        .isEqualTo(2);
    assertThat(world.forge.redrives().list(null, 10).items()).isEmpty();
    assertThat(world.count(JobState.DEAD)).isEqualTo(7);
  }

  @Test
  void a_job_that_dies_again_is_not_redriven_twice() {
    world.dead(30);
    world.poison(id -> true);
    Redrive redrive = start(RedriveRequest.all().ratePerSecond(10));
    for (int i = 0; i < 6; i++) {
      world.redrive(world.forge);
      world.run();
      world.clock.advance(Duration.ofSeconds(1));
    }
    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.DONE);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(30);
    assertThat(world.runs.values()).hasSize(30).containsOnly(1);
    assertThat(world.count(JobState.DEAD)).isEqualTo(30);
  }

  @Test
  void jobs_that_cannot_be_redriven_are_counted_with_the_reason() {
    List<JobId> once =
        world.dead(2, JobRequest.of("send").queue("mail").guarantee(Guarantee.AT_MOST_ONCE));
    List<JobId> ids = new ArrayList<>(world.dead(3));
    ids.addAll(once);
    ids.add(world.forge.enqueue(JobRequest.of("send").queue("mail")).id());
    ids.add(JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91"));

    Redrive redrive = start(RedriveRequest.ids(ids));
    world.redrive(world.forge);

    Redrive done = world.look(redrive);
    assertThat(done.state()).isEqualTo(RedriveState.DONE);
    assertThat(done.counts().matched()).isEqualTo(5);
    assertThat(done.counts().moved()).isEqualTo(3);
    assertThat(done.counts().skipped()).isEqualTo(4);
    assertThat(done.counts().reasons())
        .containsEntry("at-most-once job that has started", 2L)
        .containsEntry("not dead but QUEUED", 1L)
        .containsEntry("no such job", 1L);
  }

  @Test
  void the_same_key_gives_the_same_redrive() {
    world.dead(2);
    IdempotencyKey key = new IdempotencyKey("tonight/1");

    Redrive first = world.forge.redrives().start(RedriveRequest.all(), key);
    world.redrive(world.forge);
    Redrive second = world.forge.redrives().start(RedriveRequest.all(), key);

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.state()).isEqualTo(RedriveState.DONE);
    assertThat(world.forge.redrives().list(null, 10).items()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "replace, 0, false", "replace, 0, true",
    "restart, 0, false", "restart, 0, true",
    "replace, 1, false", "replace, 1, true",
    "replace, 2, false", "replace, 2, true",
    "restart, 1, false", "restart, 1, true"
  })
  void a_crash_at_any_step_loses_nothing_and_moves_nothing_twice(
      String call, int skipped, boolean afterwards) {
    world.dead(25);
    world.poison(id -> true);
    Redrive redrive = start(RedriveRequest.all().ratePerSecond(10));
    world.crashing.crashAt(call, skipped, afterwards);
    for (int second = 0; second < 3; second++) {
      world.redrive(world.forge);
      world.clock.advance(Duration.ofSeconds(1));
    }
    assertThat(world.crashing.hasCrashed()).isTrue();
    world.run();
    TaskForge another = world.worker("another");
    world.clock.advance(PAST_THE_LEASE);
    for (int second = 0; second < 4; second++) {
      world.redrive(another);
      world.run();
      world.clock.advance(Duration.ofSeconds(1));
    }

    Redrive done = world.look(redrive);
    assertThat(done.state()).isEqualTo(RedriveState.DONE);
    assertThat(done.counts().moved()).isEqualTo(25);
    assertThat(done.counts().skipped()).isZero();
    assertThat(world.runs.values()).hasSize(25).containsOnly(1);
  }

  @Test
  void a_redrive_stopped_while_its_worker_crashed_still_counts_moved_jobs() {
    world.dead(600);
    Redrive redrive = start(RedriveRequest.all());
    world.crashing.crashAt("restart", 0, true);
    world.redrive(world.forge);
    world.forge.redrives().stop(redrive.id());
    world.clock.advance(PAST_THE_LEASE);
    world.redrive(world.forge);

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.STOPPED);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(500);
    assertThat(world.look(redrive).position().batch()).isNull();
    assertThat(world.count(JobState.DEAD)).isEqualTo(100);
  }

  @Test
  void a_batch_that_the_store_never_moves_is_counted_as_failed() {
    world.dead(600);
    Redrive redrive = start(RedriveRequest.all());
    for (int i = 0; i < 5; i++) {
      world.crashing.crashAt("restart", 0, false);
      world.redrive(world.forge);
      world.clock.advance(PAST_THE_LEASE);
    }
    world.redrive(world.forge);

    Redrive done = world.look(redrive);
    assertThat(done.state()).isEqualTo(RedriveState.DONE);
    assertThat(done.counts().failed()).isEqualTo(500);
    assertThat(done.counts().moved()).isEqualTo(100);
    assertThat(done.counts().reasons())
        .containsEntry("the store failed to move it in 5 tries", 500L);
  }

  @Test
  void two_workers_share_one_rate_limit_and_count_each_job_once() {
    world.dead(60);
    TaskForge another = world.worker("another");
    Redrive redrive = start(RedriveRequest.all().ratePerSecond(10));
    for (int second = 1; second <= 7; second++) {
      world.redrive(world.forge);
      world.redrive(another);
      assertThat(world.look(redrive).counts().moved()).isEqualTo(Math.min(60, 10L * second));
      world.clock.advance(Duration.ofSeconds(1));
    }
    world.redrive(another);
    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.DONE);
  }

  @Test
  void a_redrive_survives_a_json_round_trip() {
    List<JobId> ids = world.dead(25);
    Redrive redrive = start(RedriveRequest.ids(ids).to("spare").stopIfFailureRatio(0.25));
    world.redrive(world.forge);
    for (Redrive known : Set.of(redrive, world.look(redrive))) {
      assertThat(RedriveDocument.read(RedriveDocument.write(known))).isEqualTo(known);
    }
    List<Job> moved = world.store.queries().list(JobFilter.all(50).state(JobState.QUEUED)).items();
    assertThat(moved).hasSize(20);
  }
}
