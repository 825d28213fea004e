package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.SkippedOccurrences;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A schedule every ten seconds, with crashes and races between any two calls of the store. */
class ScheduleRacesTest {
  private static final ScheduleKey KEY = ScheduleKey.of("tick");
  // More than the calls of one turn.
  private static final int MAX_CALLS = 12;
  private static final Instant T10 = Instant.parse("2030-01-01T00:00:10Z");
  private static final Instant T20 = T10.plusSeconds(10);
  private static final Instant T30 = T20.plusSeconds(10);

  /** Two workers on one store; the jobs stay active because nothing runs them. */
  private static final class Two implements AutoCloseable {
    final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
    final MemoryJobStore store = new MemoryJobStore(clock);
    final SteppedStore stepped = new SteppedStore(store);
    final SequentialIds ids = new SequentialIds(clock);
    final TaskForge a = worker("a", stepped.view());
    final TaskForge b = worker("b", store);

    Two(Consumer<Two> start) {
      start.accept(this);
    }

    private TaskForge worker(String name, JobStore its) {
      return withEnvironment(
              TaskForge.builder(),
              new EngineEnvironment(
                  () -> 0L, new SplittableRandom(7), ids, (n, size) -> HandlerThreads.direct()))
          .store(its)
          .name(name)
          .build();
    }

    static Two with(OverlapPolicy overlap, MisfirePolicy misfire, Timing timing) {
      return new Two(
          two -> {
            Schedule draft =
                two.b.schedules().draft(new ScheduleId("tick"), timing, JobRequest.of("tick"));
            two.b.schedules().put(draft.withPolicies(misfire, overlap));
          });
    }

    static Two with(OverlapPolicy overlap) {
      return with(overlap, MisfirePolicy.RUN_ONCE_NOW, Timing.every("*/10 * * * * *", "UTC"));
    }

    void at(Instant time) {
      clock.advance(java.time.Duration.between(clock.instant(), time));
    }

    /** The jobs by occurrence, oldest first. */
    List<Job> jobs() {
      List<Job> jobs = new ArrayList<>(store.queries().list(JobFilter.all(100)).items());
      java.util.Collections.reverse(jobs);
      return jobs;
    }

    List<Instant> occurrences() {
      return jobs().stream().map(Job::runAt).toList();
    }

    Optional<Schedule> schedule() {
      return b.schedules().get(KEY).map(StoredSchedule::schedule);
    }

    void end(JobId job) {
      store.change(job, new io.taskforge.job.JobChange.Cancel("done with"));
    }

    @Override
    public void close() {
      store.close();
    }
  }

  /** The number of store calls in a turn at T10. */
  private static int callsOfATurn(OverlapPolicy overlap) {
    try (Two two = Two.with(overlap)) {
      two.at(T10);
      two.stepped.afterCalls(-1, () -> {});
      engineOf(two.a).fireSchedules();
      assertThat(two.stepped.calls()).contains("now", "due", "enqueue", "replace");
      return two.stepped.calls().size();
    }
  }

  private static void crash(Two two, int call) {
    two.stepped.afterCalls(
        call,
        () -> {
          throw new SteppedStore.Crash();
        });
    Throwable end = catchThrowable(() -> engineOf(two.a).fireSchedules());
    assertThat(end == null || end instanceof SteppedStore.Crash).isTrue();
  }

  @ParameterizedTest
  @EnumSource(OverlapPolicy.class)
  void a_crash_between_any_two_calls_neither_loses_nor_duplicates_jobs(OverlapPolicy overlap) {
    for (int call = 1; call <= callsOfATurn(overlap); call++) {
      try (Two two = Two.with(overlap)) {
        two.at(T10);
        crash(two, call);
        engineOf(two.b).fireSchedules();

        assertThat(two.occurrences()).as("crash after call %d", call).containsExactly(T10);
        assertThat(two.schedule().orElseThrow().nextRunAt()).isEqualTo(T20);
        assertThat(two.schedule().orElseThrow().lastJobId()).isEqualTo(two.jobs().get(0).id());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(OverlapPolicy.class)
  void workers_that_race_between_any_two_calls_enqueue_one_job(OverlapPolicy overlap) {
    for (int call = 1; call <= callsOfATurn(overlap); call++) {
      try (Two two = Two.with(overlap)) {
        two.at(T10);
        two.stepped.afterCalls(call, () -> engineOf(two.b).fireSchedules());
        engineOf(two.a).fireSchedules();

        assertThat(two.occurrences()).as("met after call %d", call).containsExactly(T10);
        assertThat(two.schedule().orElseThrow().nextRunAt()).isEqualTo(T20);
        assertThat(two.schedule().orElseThrow().lastJobId()).isEqualTo(two.jobs().get(0).id());
      }
    }
  }

  @Test
  void a_worker_that_stalls_while_others_continue_changes_nothing() {
    for (int call = 1; call <= MAX_CALLS; call++) {
      try (Two two = Two.with(OverlapPolicy.QUEUE)) {
        two.at(T10);
        two.stepped.afterCalls(
            call,
            () -> {
              engineOf(two.b).fireSchedules();
              two.at(T20);
              engineOf(two.b).fireSchedules();
            });
        engineOf(two.a).fireSchedules();
        two.at(T20);
        engineOf(two.b).fireSchedules();

        assertThat(two.occurrences()).as("stalled after call %d", call).containsExactly(T10, T20);
        assertThat(two.schedule().orElseThrow().nextRunAt()).isEqualTo(T30);
      }
    }
  }

  @Test
  void after_a_crash_an_overlap_is_still_detected() {
    for (int call = 1; call <= MAX_CALLS; call++) {
      try (Two two = Two.with(OverlapPolicy.SKIP)) {
        two.at(T10);
        crash(two, call);
        two.at(T20);
        engineOf(two.b).fireSchedules();

        assertThat(two.occurrences()).as("crash after call %d", call).containsExactly(T10);
        assertThat(two.schedule().orElseThrow().lastSkip())
            .isNotNull()
            .extracting(SkippedOccurrences::explain)
            .isEqualTo(
                "the occurrence at 2030-01-01T00:00:20Z skipped: the previous job is not finished");
      }
    }
  }

  @Test
  void after_a_crash_an_unrecorded_job_is_cancelled_too() {
    for (int call = 1; call <= MAX_CALLS; call++) {
      try (Two two = Two.with(OverlapPolicy.CANCEL_PREVIOUS)) {
        two.at(T10);
        crash(two, call);
        two.at(T20);
        engineOf(two.b).fireSchedules();

        List<Job> jobs = two.jobs();
        Job last = jobs.get(jobs.size() - 1);
        assertThat(last.runAt()).as("crash after call %d", call).isEqualTo(T20);
        assertThat(last.state()).isEqualTo(JobState.QUEUED);
        assertThat(jobs.subList(0, jobs.size() - 1))
            .allSatisfy(job -> assertThat(job.state()).isEqualTo(JobState.CANCELLED));
      }
    }
  }

  @Test
  void a_crash_while_the_previous_job_is_cancelled_leaves_one_active_job() {
    for (int call = 1; call <= MAX_CALLS; call++) {
      try (Two two = Two.with(OverlapPolicy.CANCEL_PREVIOUS)) {
        two.at(T10);
        engineOf(two.b).fireSchedules();
        two.at(T20);
        crash(two, call);
        engineOf(two.b).fireSchedules();

        assertThat(two.jobs())
            .as("crash after call %d", call)
            .extracting(Job::runAt, Job::state)
            .containsExactly(
                org.assertj.core.groups.Tuple.tuple(T10, JobState.CANCELLED),
                org.assertj.core.groups.Tuple.tuple(T20, JobState.QUEUED));
      }
    }
  }

  @Test
  void a_one_off_runs_once_and_is_deleted_wherever_a_worker_dies() {
    for (int call = 1; call <= MAX_CALLS; call++) {
      try (Two two = Two.with(OverlapPolicy.SKIP, MisfirePolicy.SKIP, Timing.at(T10))) {
        two.at(T10);
        crash(two, call);
        engineOf(two.b).fireSchedules();

        assertThat(two.occurrences()).as("crash after call %d", call).containsExactly(T10);
        assertThat(two.schedule()).isEmpty();
      }
    }
  }

  @Test
  void a_job_enqueued_in_time_is_not_reported_as_missed_later() {
    try (Two two =
        Two.with(OverlapPolicy.QUEUE, MisfirePolicy.SKIP, Timing.every("*/10 * * * * *", "UTC"))) {
      two.at(T10);
      int beforeTheRecord = callsOfATurn(OverlapPolicy.QUEUE) - 1;
      crash(two, beforeTheRecord);
      assertThat(two.occurrences()).containsExactly(T10);
      two.end(two.jobs().get(0).id());
      two.at(T10.plusSeconds(600));
      engineOf(two.b).fireSchedules();

      Schedule after = two.schedule().orElseThrow();
      assertThat(after.lastRunAt()).isAfter(T10);
      assertThat(requireNonNull(after.lastSkip()).at()).isEqualTo(T20);
      assertThat(two.occurrences()).startsWith(T10).doesNotHaveDuplicates();
    }
  }
}
