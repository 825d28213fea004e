package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.Schedules;
import io.taskforge.TaskForge;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.engine.schedule.StoredSchedules;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleDocument;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.SkippedOccurrences;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Users' changes increase a schedule's version; runs do not. */
class ScheduleVersionsTest {
  private static final ScheduleKey KEY = ScheduleKey.of("tick");
  private static final DocumentKey DOCUMENT = StoredSchedules.key(KEY);
  // More than the calls of one change or one turn.
  private static final int MAX_CALLS = 12;
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Instant T10 = START.plusSeconds(10);
  private static final Instant T20 = START.plusSeconds(20);

  private ManualClock clock;
  private MemoryJobStore store;
  private SteppedStore stepped;
  private TaskForge a;
  private TaskForge b;
  private StoredSchedule made;

  /** Two workers, and a schedule every ten seconds that is due for the first time. */
  @BeforeEach
  void start() {
    clock = ManualClock.startingAt(START);
    store = new MemoryJobStore(clock);
    stepped = new SteppedStore(store);
    a = worker(stepped.view());
    b = worker(store);
    made =
        schedules()
            .put(
                new ScheduleId("tick"),
                Timing.every("*/10 * * * * *", "UTC"),
                JobRequest.of("tick"));
    clock.advance(Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private TaskForge worker(JobStore its) {
    return withEnvironment(
            TaskForge.builder(),
            new EngineEnvironment(
                () -> 0L,
                new SplittableRandom(7),
                new SequentialIds(clock),
                (name, size) -> HandlerThreads.direct()))
        .store(its)
        .build();
  }

  private Schedules schedules() {
    return b.schedules();
  }

  private StoredSchedule now() {
    return schedules().get(KEY).orElseThrow();
  }

  private Schedule renamed() {
    return made.schedule().withName("Tick", "");
  }

  private void rename() {
    assertThat(schedules().put(renamed(), made.version())).isPresent();
  }

  private void assertRanAtT10() {
    Schedule schedule = now().schedule();
    assertThat(schedule.lastRunAt()).isEqualTo(T10);
    assertThat(schedule.nextRunAt()).isEqualTo(T20);
    assertThat(store.queries().list(JobFilter.all(10)).items())
        .singleElement()
        .satisfies(job -> assertThat(job.id()).isEqualTo(schedule.lastJobId()));
  }

  @Test
  void runs_skips_and_triggers_do_not_change_the_version() {
    engineOf(b).fireSchedules();
    clock.advance(Duration.ofSeconds(10));
    engineOf(b).fireSchedules();
    schedules().trigger(KEY);

    assertThat(now().schedule().lastRunAt()).isEqualTo(T10);
    assertThat(now().schedule().lastSkip())
        .isEqualTo(new SkippedOccurrences(T20, 1, SkippedOccurrences.Reason.OVERLAP));
    assertThat(now().version()).isEqualTo(made.version()).isEqualTo(1);
    assertThat(now().changedAt()).isEqualTo(made.changedAt()).isEqualTo(START);
  }

  @Test
  void a_change_increases_the_version_and_keeps_the_progress() {
    engineOf(b).fireSchedules();
    clock.advance(Duration.ofSeconds(10));
    engineOf(b).fireSchedules();
    Schedule before = now().schedule();

    StoredSchedule put = schedules().put(renamed(), made.version()).orElseThrow();

    assertThat(put.version()).isGreaterThan(made.version());
    assertThat(put.changedAt()).isEqualTo(T20);
    assertThat(put.schedule()).isEqualTo(before.withName("Tick", ""));
    assertThat(schedules().put(made.schedule(), made.version())).isEmpty();
    assertThat(schedules().put(renamed(), put.version())).contains(put);

    StoredSchedule paused = schedules().pause(KEY).orElseThrow();
    StoredSchedule resumed = schedules().resume(KEY).orElseThrow();
    assertThat(paused.version()).isGreaterThan(put.version());
    assertThat(resumed.version()).isGreaterThan(paused.version());
    assertThat(schedules().delete(KEY, paused.version())).isFalse();
  }

  @Test
  void a_put_that_races_with_a_run_succeeds_and_loses_nothing() {
    for (int call = 1; call <= MAX_CALLS; call++) {
      start();
      stepped.afterCalls(call, () -> engineOf(b).fireSchedules());

      assertThat(a.schedules().put(renamed(), made.version())).as("run at %d", call).isPresent();

      engineOf(b).fireSchedules();
      assertThat(now().schedule().name()).isEqualTo("Tick");
      assertThat(now().version()).isGreaterThan(made.version());
      assertThat(now().changedAt()).isEqualTo(T10);
      assertRanAtT10();
    }
  }

  @Test
  void a_run_that_races_with_a_put_loses_nothing() {
    for (int call = 1; call <= MAX_CALLS; call++) {
      start();
      stepped.afterCalls(call, this::rename);
      engineOf(a).fireSchedules();
      if (!now().schedule().name().equals("Tick")) {
        assertThat(stepped.calls()).hasSizeLessThan(call);
        rename();
      }

      engineOf(b).fireSchedules();
      assertThat(now().version()).as("put at %d", call).isGreaterThan(made.version());
      assertRanAtT10();
    }
  }

  @Test
  void a_put_that_races_with_another_put_is_rejected() {
    stepped.afterCalls(1, this::rename);

    Schedule mine = made.schedule().withName("Mine", "");
    assertThat(a.schedules().put(mine, made.version())).isEmpty();

    assertThat(now().schedule().name()).isEqualTo("Tick");
  }

  @Test
  void a_delete_succeeds_despite_a_run_but_not_despite_a_change() {
    stepped.afterCalls(1, () -> engineOf(b).fireSchedules());
    assertThat(a.schedules().delete(KEY, made.version())).isTrue();
    assertThat(schedules().get(KEY)).isEmpty();

    start();
    stepped.afterCalls(1, () -> schedules().pause(KEY));
    assertThat(a.schedules().delete(KEY, made.version())).isFalse();
    assertThat(schedules().get(KEY)).isPresent();
  }

  @Test
  void a_document_without_a_version_gets_one_and_keeps_it() {
    String plain = new ScheduleDocument(RetryPolicyJson.standard()).write(made.schedule());
    Document third =
        store
            .documents()
            .replace(DOCUMENT, 1, plain, T10)
            .flatMap(second -> store.documents().replace(DOCUMENT, second.version(), plain, T10))
            .orElseThrow();
    assertThat(now().version()).isEqualTo(third.version()).isEqualTo(3);

    clock.advance(Duration.ofSeconds(1));
    engineOf(b).fireSchedules();

    assertRanAtT10();
    assertThat(now().version()).isEqualTo(3);
    assertThat(now().changedAt()).isEqualTo(T10);
    assertThat(schedules().put(renamed(), 3)).isPresent();
    assertRanAtT10();
  }
}
