package io.taskforge.testing.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.Schedules;
import io.taskforge.job.Attempt;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.AttemptCursor;
import io.taskforge.query.AttemptPage;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.Timing;
import io.taskforge.testing.TestForge;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The attempts of all jobs of a schedule. */
class ScheduleRunsTest {
  private static final ScheduleKey TICK = ScheduleKey.of("tick");

  private final TestForge forge =
      TestForge.with(
          f ->
              f.retryPolicy(RetryPolicies.SCHEDULER)
                  .handler(
                      JobType.of("fails", Object.class),
                      (payload, context) -> {
                        throw new SocketTimeoutException("no answer");
                      }));
  private final Schedules schedules = forge.taskForge().schedules();

  @AfterEach
  void close() {
    forge.close();
  }

  private void tick(String id, String cron) {
    schedules.put(new ScheduleId(id), Timing.every(cron, "UTC"), JobRequest.of("fails"));
  }

  private void seconds(int count) {
    for (int second = 0; second < count; second++) {
      forge.advance(ofSeconds(1)).runDue();
    }
  }

  private static List<String> shown(AttemptPage page) {
    return page.items().stream()
        .map(attempt -> attempt.scheduledAt().toString().substring(17, 19) + " " + attempt.retry())
        .toList();
  }

  @Test
  void all_attempts_of_all_occurrences_are_shown_newest_first() {
    tick("tick", "*/10 * * * * *");
    seconds(21);

    AttemptPage page = schedules.runs(TICK, null, 10);

    assertThat(shown(page)).containsExactly("21 1", "20 0", "17 3", "13 2", "11 1", "10 0");
    assertThat(page.next()).isNull();
  }

  @Test
  void pages_of_every_size_have_the_same_attempts() {
    tick("tick", "*/10 * * * * *");
    seconds(48);
    List<Attempt> all = schedules.runs(TICK, null, 1_000).items();
    assertThat(all).hasSize(16);

    for (int limit = 1; limit <= 17; limit++) {
      List<Attempt> paged = new ArrayList<>();
      AttemptCursor cursor = null;
      do {
        AttemptPage page = schedules.runs(TICK, cursor, limit);
        assertThat(page.items()).hasSizeBetween(1, limit);
        paged.addAll(page.items());
        cursor = page.next();
      } while (cursor != null);
      assertThat(paged).isEqualTo(all);
    }
  }

  @Test
  void jobs_that_have_not_started_do_not_fill_the_page() {
    tick("tick", "*/10 * * * * *");
    seconds(20);
    JobRequest unknown = JobRequest.of("unhandled");
    Schedule waiting = schedules.draft(TICK.id(), Timing.every("* * * * * *", "UTC"), unknown);
    schedules.put(waiting.withPolicies(MisfirePolicy.SKIP, OverlapPolicy.QUEUE));
    seconds(60);

    assertThat(forge.taskForge().jobs(JobFilter.all(1_000).schedule(TICK)).items())
        .hasSizeGreaterThan(55);
    assertThat(shown(schedules.runs(TICK, null, 2))).hasSize(2);
  }

  @Test
  void the_runs_are_found_after_the_schedule_was_deleted() {
    tick("tick", "*/10 * * * * *");
    seconds(10);
    schedules.delete(TICK);

    assertThat(shown(schedules.runs(TICK, null, 10))).containsExactly("10 0");
  }

  @Test
  void a_triggered_job_is_a_run_of_its_schedule() {
    tick("tick", "0 0 3 * * *");
    schedules.trigger(TICK);
    forge.runDue();

    assertThat(shown(schedules.runs(TICK, null, 10))).containsExactly("00 0");
  }

  @Test
  void a_cursor_of_another_schedules_job_shows_none_of_its_attempts() {
    tick("tick", "*/10 * * * * *");
    tick("other", "*/10 * * * * *");
    seconds(18);
    AttemptCursor foreign =
        AttemptCursor.before(schedules.runs(ScheduleKey.of("other"), null, 1).items().get(0));

    assertThat(schedules.runs(TICK, foreign, 10).items())
        .allMatch(attempt -> !attempt.jobId().equals(foreign.job()));
  }
}
