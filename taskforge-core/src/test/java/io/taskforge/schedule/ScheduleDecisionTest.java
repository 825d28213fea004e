package io.taskforge.schedule;

import static io.taskforge.schedule.MisfirePolicy.RUN_ALL;
import static io.taskforge.schedule.MisfirePolicy.RUN_ONCE_NOW;
import static io.taskforge.schedule.OverlapPolicy.CANCEL_PREVIOUS;
import static io.taskforge.schedule.OverlapPolicy.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.JobId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each row has a schedule's state and the expected decision. Times are on 2026-01-01, in UTC. */
class ScheduleDecisionTest {
  private static final JobTemplate JOB = JobTemplate.of("report");
  private static final Instant START = time("00:00:00");

  @ParameterizedTest(name = "{0} at {1}, {2}, {3}, active {4}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // cron         | now      | misfire      | overlap         | active| runs
        //     | skipped                               | cancel| next
        // not due yet
        "0 0 1 * * *    | 00:59:59 | RUN_ONCE_NOW | SKIP            | false | -                          | -                                     | false | 01:00:00",
        "0 0 1 * * *    | 00:59:59 | RUN_ALL      | CANCEL_PREVIOUS | true  | -                          | -                                     | false | 01:00:00",
        // on time
        "0 0 * * * *    | 01:00:00 | RUN_ONCE_NOW | SKIP            | false | 01:00:00                   | -                                     | false | 02:00:00",
        "0 0 * * * *    | 01:01:00 | SKIP         | SKIP            | false | 01:00:00                   | -                                     | false | 02:00:00",
        "0 0 * * * *    | 01:01:00 | RUN_ALL      | QUEUE           | false | 01:00:00                   | -                                     | false | 02:00:00",
        "0 0 * * * *    | 01:00:00 | RUN_ONCE_NOW | CANCEL_PREVIOUS | false | 01:00:00                   | -                                     | false | 02:00:00",
        // one missed
        "0 0 * * * *    | 01:01:01 | RUN_ONCE_NOW | SKIP            | false | 01:00:00                   | -                                     | false | 02:00:00",
        "0 0 * * * *    | 01:01:01 | SKIP         | SKIP            | false | -                          | 01:00:00 x1 MISSED                    | false | 02:00:00",
        "0 0 * * * *    | 01:01:01 | RUN_ALL      | SKIP            | false | 01:00:00                   | -                                     | false | 02:00:00",
        // three missed, one of them on time
        "0 0 * * * *    | 03:00:30 | RUN_ONCE_NOW | SKIP            | false | 01:00:00                   | 02:00:00 x2 MISSED                    | false | 04:00:00",
        "0 0 * * * *    | 03:00:30 | RUN_ONCE_NOW | QUEUE           | true  | 01:00:00                   | 02:00:00 x2 MISSED                    | false | 04:00:00",
        "0 0 * * * *    | 03:00:30 | SKIP         | SKIP            | false | 03:00:00                   | 01:00:00 x2 MISSED                    | false | 04:00:00",
        "0 0 * * * *    | 03:00:30 | RUN_ALL      | SKIP            | false | 01:00:00 02:00:00 03:00:00 | -                                     | false | 04:00:00",
        "0 0 * * * *    | 03:00:30 | RUN_ALL      | QUEUE           | true  | 01:00:00 02:00:00 03:00:00 | -                                     | false | 04:00:00",
        "0 0 * * * *    | 03:00:30 | RUN_ALL      | CANCEL_PREVIOUS | true  | 03:00:00                   | 01:00:00 x2 SUPERSEDED                | true  | 04:00:00",
        // the previous job is not finished
        "0 0 * * * *    | 01:00:00 | RUN_ONCE_NOW | SKIP            | true  | -                          | 01:00:00 x1 OVERLAP                   | false | 02:00:00",
        "0 0 * * * *    | 01:00:00 | RUN_ONCE_NOW | QUEUE           | true  | 01:00:00                   | -                                     | false | 02:00:00",
        "0 0 * * * *    | 01:00:00 | RUN_ONCE_NOW | CANCEL_PREVIOUS | true  | 01:00:00                   | -                                     | true  | 02:00:00",
        "0 0 * * * *    | 03:00:30 | RUN_ONCE_NOW | SKIP            | true  | -                          | 02:00:00 x2 MISSED,01:00:00 x1 OVERLAP| false | 04:00:00",
        "0 0 * * * *    | 03:00:30 | RUN_ALL      | SKIP            | true  | -                          | 01:00:00 x3 OVERLAP                   | false | 04:00:00",
        "0 0 * * * *    | 03:00:30 | SKIP         | CANCEL_PREVIOUS | true  | 03:00:00                   | 01:00:00 x2 MISSED                    | true  | 04:00:00",
        "0 0 * * * *    | 01:01:01 | SKIP         | CANCEL_PREVIOUS | true  | -                          | 01:00:00 x1 MISSED                    | false | 02:00:00",
        // several due within the tolerance: nothing was missed
        "*/20 * * * * * | 00:00:59 | RUN_ONCE_NOW | SKIP            | false | 00:00:20                   | 00:00:40 x1 OVERLAP                   | false | 00:01:00",
        "*/20 * * * * * | 00:00:59 | RUN_ONCE_NOW | QUEUE           | false | 00:00:20 00:00:40          | -                                     | false | 00:01:00",
        "*/20 * * * * * | 00:00:59 | RUN_ONCE_NOW | CANCEL_PREVIOUS | false | 00:00:40                   | 00:00:20 x1 SUPERSEDED                | false | 00:01:00",
        // six hours down, every ten seconds: 2160 occurrences
        "*/10 * * * * * | 06:00:00 | RUN_ONCE_NOW | SKIP            | false | 00:00:10                   | 00:00:20 x2159 MISSED                 | false | 06:00:10",
        "*/10 * * * * * | 06:00:00 | SKIP         | SKIP            | false | 05:59:00                   | 00:00:10 x2153 MISSED,05:59:10 x6 OVERLAP | false | 06:00:10"
      })
  void an_occurrence_runs_or_is_skipped_with_a_reason(
      String cron,
      String now,
      MisfirePolicy misfire,
      OverlapPolicy overlap,
      boolean active,
      String runs,
      String skipped,
      boolean cancel,
      String next) {
    Schedule schedule = every(cron).withPolicies(misfire, overlap);

    ScheduleDecision decision = ScheduleDecision.decide(schedule, time(now), active);

    assertThat(decision.runs()).isEqualTo(times(runs));
    assertThat(decision.skipped()).isEqualTo(skips(skipped));
    assertThat(decision.cancelPrevious()).isEqualTo(cancel);
    assertThat(decision.nextRunAt()).isEqualTo(time(next));
    assertThat(decision.finished()).isFalse();
  }

  @Test
  void run_all_runs_the_first_hundred_misfires_and_counts_the_rest() {
    Schedule schedule = every("*/10 * * * * *").withPolicies(RUN_ALL, QUEUE);

    ScheduleDecision decision = ScheduleDecision.decide(schedule, time("06:00:00"), true);

    assertThat(decision.runs())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 100).mapToObj(i -> START.plusSeconds(10L * i)).toList());
    assertThat(decision.skipped())
        .containsExactly(
            new SkippedOccurrences(
                START.plusSeconds(1010), 2060, SkippedOccurrences.Reason.MISSED));
    assertThat(decision.skipped().get(0).explain())
        .isEqualTo("2060 occurrences from 2026-01-01T00:16:50Z skipped: missed");
  }

  @ParameterizedTest
  @EnumSource(MisfirePolicy.class)
  void the_count_of_misfires_is_bounded(MisfirePolicy misfire) {
    Schedule schedule = every("* * * * * *").withPolicies(misfire, QUEUE);

    ScheduleDecision decision =
        ScheduleDecision.decide(schedule, START.plus(Duration.ofDays(3_650)), false);

    assertThat(decision.runs()).hasSizeLessThanOrEqualTo(100);
    assertThat(decision.skipped().get(0).count()).isEqualTo(SkippedOccurrences.MAX_COUNTED);
    assertThat(decision.skipped().get(0).explain()).startsWith("10000 or more occurrences from ");
    assertThat(decision.nextRunAt()).isEqualTo(START.plus(Duration.ofDays(3_650)).plusSeconds(1));
  }

  @Test
  void a_long_tolerance_still_limits_the_jobs_at_once() {
    Schedule schedule = every("* * * * * *").withPolicies(RUN_ONCE_NOW, QUEUE);

    ScheduleDecision decision =
        ScheduleDecision.decide(schedule, time("01:00:00"), false, Duration.ofDays(1));

    assertThat(decision.runs()).hasSize(100);
    assertThat(decision.skipped().get(0).count()).isEqualTo(3_500);
    assertThatThrownBy(
            () ->
                ScheduleDecision.decide(schedule, time("01:00:00"), false, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(OverlapPolicy.class)
  void a_paused_schedule_does_nothing_and_keeps_its_next_run(OverlapPolicy overlap) {
    Schedule paused = every("0 0 * * * *").withPolicies(RUN_ALL, overlap).pause();

    ScheduleDecision decision = ScheduleDecision.decide(paused, time("05:00:00"), true);

    assertThat(decision.isIdle()).isTrue();
    assertThat(decision.nextRunAt()).isEqualTo(time("01:00:00"));
  }

  @Test
  void occurrences_during_a_pause_are_not_misfires() {
    Schedule resumed = every("0 0 * * * *").pause().resume(time("05:30:00"));

    assertThat(resumed.paused()).isFalse();
    assertThat(resumed.nextRunAt()).isEqualTo(time("06:00:00"));
    assertThat(resumed.resume(time("09:30:00"))).isSameAs(resumed);
    assertThat(at("03:00:00").pause().resume(time("05:30:00")).nextRunAt())
        .isEqualTo(time("03:00:00"));
  }

  @Test
  void a_one_off_cron_runs_at_its_next_occurrence_and_is_finished() {
    for (MisfirePolicy misfire : List.of(RUN_ONCE_NOW, RUN_ALL)) {
      for (String now : List.of("01:00:00", "05:00:00")) {
        ScheduleDecision decision =
            ScheduleDecision.decide(once("0 0 * * * *", misfire), time(now), false);
        assertThat(decision.runs()).containsExactly(time("01:00:00"));
        assertThat(decision.skipped()).isEmpty();
        assertThat(decision.finished()).isTrue();
        assertThat(decision.nextRunAt()).isNull();
      }
    }
  }

  @Test
  void a_skipped_one_off_cron_waits_for_the_next_occurrence() {
    Schedule once = once("0 0 * * * *", MisfirePolicy.SKIP);

    ScheduleDecision missed = ScheduleDecision.decide(once, time("01:30:00"), false);
    assertThat(missed.runs()).isEmpty();
    assertThat(missed.finished()).isFalse();
    assertThat(missed.nextRunAt()).isEqualTo(time("02:00:00"));

    ScheduleDecision later =
        ScheduleDecision.decide(once.after(missed, null), time("02:00:10"), false);
    assertThat(later.runs()).containsExactly(time("02:00:00"));
    assertThat(later.finished()).isTrue();
  }

  @Test
  void an_instant_runs_once_even_if_created_in_the_past() {
    Schedule past = Schedule.of("x", Timing.at(time("01:00:00")), JOB, time("05:00:00"));

    for (Schedule schedule : List.of(at("01:00:00"), past)) {
      ScheduleDecision decision = ScheduleDecision.decide(schedule, time("05:00:00"), false);
      assertThat(decision.runs()).containsExactly(time("01:00:00"));
      assertThat(decision.finished()).isTrue();
    }
    assertThat(ScheduleDecision.decide(at("06:00:00"), time("05:00:00"), false).isIdle()).isTrue();
  }

  @Test
  void a_skipped_instant_finishes_the_schedule() {
    ScheduleDecision decision =
        ScheduleDecision.decide(
            at("01:00:00").withPolicies(MisfirePolicy.SKIP, QUEUE), time("05:00:00"), false);

    assertThat(decision.runs()).isEmpty();
    assertThat(decision.skipped()).isEqualTo(skips("01:00:00 x1 MISSED"));
    assertThat(decision.finished()).isTrue();
  }

  @Test
  void a_dst_overlap_runs_a_fixed_time_once_and_an_interval_twice() {
    Instant overlap = Instant.parse("2026-10-24T23:00:00Z");
    Instant after = overlap.plus(Duration.ofHours(4));
    Schedule fixed =
        Schedule.of("x", Timing.every("30 2 * * *", "Europe/Berlin"), JOB, overlap)
            .withPolicies(RUN_ALL, QUEUE);
    Schedule interval =
        Schedule.of("x", Timing.every("30 * * * *", "Europe/Berlin"), JOB, overlap)
            .withPolicies(RUN_ALL, QUEUE);

    assertThat(ScheduleDecision.decide(fixed, after, false).runs())
        .containsExactly(Instant.parse("2026-10-25T00:30:00Z"));
    assertThat(ScheduleDecision.decide(interval, after, false).runs())
        .containsExactly(
            Instant.parse("2026-10-24T23:30:00Z"),
            Instant.parse("2026-10-25T00:30:00Z"),
            Instant.parse("2026-10-25T01:30:00Z"),
            Instant.parse("2026-10-25T02:30:00Z"));
  }

  @Test
  void a_schedule_records_the_decision() {
    Schedule schedule = every("0 0 * * * *");
    JobId job = new JobId(new UUID(1, 2));

    Schedule ran = schedule.after(ScheduleDecision.decide(schedule, time("01:00:00"), false), job);
    Schedule skipped = ran.after(ScheduleDecision.decide(ran, time("02:00:00"), true), null);

    assertThat(ran.lastRunAt()).isEqualTo(time("01:00:00"));
    assertThat(ran.lastSkip()).isNull();
    assertThat(skipped.nextRunAt()).isEqualTo(time("03:00:00"));
    assertThat(skipped.lastRunAt()).isEqualTo(time("01:00:00"));
    assertThat(skipped.lastJobId()).isEqualTo(job);
    assertThat(skipped.lastSkip()).isEqualTo(skips("02:00:00 x1 OVERLAP").get(0));
    assertThat(skipped.idempotencyKey(time("03:00:00")).value())
        .isEqualTo("schedule:nightly:2026-01-01T03:00:00Z");
  }

  @Test
  void workers_that_decide_at_different_times_agree_on_the_first_occurrence() {
    Schedule schedule = every("*/10 * * * * *");

    assertThat(ScheduleDecision.decide(schedule, time("06:00:00"), false).runs())
        .isEqualTo(ScheduleDecision.decide(schedule, time("06:00:31"), false).runs());
  }

  private static Schedule every(String cron) {
    return Schedule.of("nightly", Timing.every(cron, "UTC"), JOB, START);
  }

  private static Schedule once(String cron, MisfirePolicy misfire) {
    Timing timing = new Timing.Recurring(Cron.parse(cron), ZoneId.of("UTC"), true);
    return Schedule.of("x", timing, JOB, START).withPolicies(misfire, OverlapPolicy.SKIP);
  }

  private static Schedule at(String time) {
    return Schedule.of("x", Timing.at(time(time)), JOB, START)
        .withPolicies(RUN_ONCE_NOW, CANCEL_PREVIOUS);
  }

  private static Instant time(String time) {
    return Instant.parse("2026-01-01T" + time + "Z");
  }

  private static List<Instant> times(String times) {
    return times == null
        ? List.of()
        : Stream.of(times.split(" ")).map(ScheduleDecisionTest::time).toList();
  }

  private static List<SkippedOccurrences> skips(String skips) {
    return skips == null
        ? List.of()
        : Stream.of(skips.split(","))
            .map(skip -> skip.split(" "))
            .map(
                parts ->
                    new SkippedOccurrences(
                        time(parts[0]),
                        Integer.parseInt(parts[1].substring(1)),
                        SkippedOccurrences.Reason.valueOf(parts[2])))
            .toList();
  }

  @Test
  void a_next_run_computed_while_the_clock_was_ahead_is_repaired() {
    Timing hourly = Timing.every("0 0 * * * *", "UTC");
    Instant ahead = START.plus(Duration.ofDays(30));
    JobId job = new JobId(UUID.fromString("00000000-0000-7000-8000-000000000001"));
    Schedule right = Schedule.of("x", hourly, JOB, START);
    Schedule made = Schedule.of("x", hourly, JOB, ahead);
    Schedule ran = right.after(ScheduleDecision.decide(right, time("01:00:00"), false), job);
    Schedule ranAhead =
        made.after(ScheduleDecision.decide(made, ahead.plus(Duration.ofHours(1)), false), job);

    assertThat(right.repaired(START)).isSameAs(right);
    assertThat(right.repaired(time("01:00:00"))).isSameAs(right);
    assertThat(ran.repaired(time("01:30:00"))).isSameAs(ran);
    assertThat(made.repaired(START).nextRunAt()).isEqualTo(time("01:00:00"));
    assertThat(ranAhead.repaired(START).nextRunAt()).isEqualTo(time("01:00:00"));
    assertThat(ranAhead.repaired(START).lastRunAt()).isNull();
    assertThat(ranAhead.repaired(START).lastJobId()).isNull();
    assertThat(ran.repaired(START).lastJobId()).isNull();
  }

  @Test
  void an_instant_in_the_far_future_is_not_repaired() {
    Schedule once = Schedule.of("x", Timing.at(START.plus(Duration.ofDays(999))), JOB, START);
    Schedule passed = Schedule.of("x", Timing.at(START), JOB, START);

    assertThat(once.repaired(START)).isSameAs(once);
    assertThat(passed.repaired(time("01:00:00"))).isSameAs(passed);
  }
}
