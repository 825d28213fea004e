package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The DST examples of {@code docs/guides/schedules.md}, in local times. */
class CronZonesTest {
  @Test
  void a_fixed_time_in_a_dst_gap_runs_once_right_after_it() {
    assertThat(local("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00+01:00", 3))
        .containsExactly(
            "2026-03-28T02:30+01:00", "2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00");
  }

  @Test
  void several_fixed_times_in_a_gap_run_once_together() {
    assertThat(local("*/10 2 * * *", "Europe/Berlin", "2026-03-29T00:00:00+01:00", 2))
        .containsExactly("2026-03-29T03:00+02:00", "2026-03-30T02:00+02:00");
    assertThat(local("0,30 2,3 * * *", "Europe/Berlin", "2026-03-29T00:00:00+01:00", 3))
        .containsExactly(
            "2026-03-29T03:00+02:00", "2026-03-29T03:30+02:00", "2026-03-30T02:00+02:00");
  }

  @Test
  void a_fixed_time_in_a_dst_overlap_runs_the_first_time_only() {
    assertThat(local("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00+02:00", 2))
        .containsExactly("2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00");
    assertThat(local("30 2 * * *", "Europe/Berlin", "2026-10-25T02:10:00+01:00", 1))
        .containsExactly("2026-10-26T02:30+01:00");
  }

  @Test
  void an_interval_runs_in_both_hours_of_an_overlap_and_skips_the_gap() {
    assertThat(local("*/30 * * * *", "Europe/Berlin", "2026-10-25T01:30:00+02:00", 5))
        .containsExactly(
            "2026-10-25T02:00+02:00",
            "2026-10-25T02:30+02:00",
            "2026-10-25T02:00+01:00",
            "2026-10-25T02:30+01:00",
            "2026-10-25T03:00+01:00");
    assertThat(local("*/30 * * * *", "Europe/Berlin", "2026-03-29T01:00:00+01:00", 3))
        .containsExactly(
            "2026-03-29T01:30+01:00", "2026-03-29T03:00+02:00", "2026-03-29T03:30+02:00");
  }

  @Test
  void hours_with_a_step_or_a_range_are_intervals() {
    assertThat(local("0 */2 * * *", "Europe/Berlin", "2026-10-25T00:00:00+02:00", 3))
        .containsExactly(
            "2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00", "2026-10-25T04:00+01:00");
    assertThat(local("0 */2 * * *", "Europe/Berlin", "2026-03-29T00:00:00+01:00", 1))
        .containsExactly("2026-03-29T04:00+02:00");
  }

  @Test
  void lord_howe_changes_by_half_an_hour() {
    assertThat(local("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00:00+10:30", 2))
        .containsExactly("2026-10-04T02:30+11:00", "2026-10-05T02:15+11:00");
    assertThat(local("45 1 * * *", "Australia/Lord_Howe", "2026-04-04T12:00:00+11:00", 2))
        .containsExactly("2026-04-05T01:45+11:00", "2026-04-06T01:45+10:30");
    assertThat(local("*/15 * * * *", "Australia/Lord_Howe", "2026-04-05T01:30:00+11:00", 4))
        .containsExactly(
            "2026-04-05T01:45+11:00",
            "2026-04-05T01:30+10:30",
            "2026-04-05T01:45+10:30",
            "2026-04-05T02:00+10:30");
  }

  @Test
  void a_skipped_day_runs_at_the_start_of_the_next() {
    assertThat(local("0 12 * * *", "Pacific/Apia", "2011-12-29T00:00:00-10:00", 3))
        .containsExactly(
            "2011-12-29T12:00-10:00", "2011-12-31T00:00+14:00", "2011-12-31T12:00+14:00");
    assertThat(local("0 12 30 12 *", "Pacific/Apia", "2011-01-01T00:00:00-10:00", 2))
        .containsExactly("2011-12-31T00:00+14:00", "2012-12-30T12:00+14:00");
  }

  @Test
  void a_midnight_in_a_gap_runs_at_one_o_clock() {
    assertThat(local("@daily", "America/Sao_Paulo", "2018-11-03T12:00:00-03:00", 2))
        .containsExactly("2018-11-04T01:00-02:00", "2018-11-05T00:00-02:00");
    assertThat(local("@daily", "Africa/Cairo", "2026-04-23T12:00:00+02:00", 2))
        .containsExactly("2026-04-24T01:00+03:00", "2026-04-25T00:00+03:00");
  }

  @Test
  void a_gap_is_found_from_far_before_and_from_the_second_before_its_end() {
    assertThat(local("30 2 29 3 *", "Europe/Berlin", "2025-04-01T00:00:00+02:00", 1))
        .containsExactly("2026-03-29T03:00+02:00");
    assertThat(local("30 2 * * *", "Europe/Berlin", "2026-03-29T01:59:59.999+01:00", 1))
        .containsExactly("2026-03-29T03:00+02:00");
    assertThat(local("30 2 * * *", "Europe/Berlin", "2026-03-29T03:00:00+02:00", 1))
        .containsExactly("2026-03-30T02:30+02:00");
  }

  @Test
  void rare_dates_are_found_and_the_far_future_is_empty() {
    assertThat(local("0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", 1))
        .containsExactly("2104-02-29T00:00Z");
    assertThat(local("0 0 ? 2 mon#5", "UTC", "2026-01-01T00:00:00Z", 2))
        .containsExactly("2044-02-29T00:00Z", "2072-02-29T00:00Z");
    Cron cron = Cron.parse("* * * * *");
    assertThat(cron.next(Instant.parse("2201-01-01T00:00:00Z"), ZoneId.of("UTC"))).isEmpty();
    assertThat(cron.next(Instant.MAX, ZoneId.of("UTC"))).isEmpty();
    assertThat(cron.next(Instant.MIN, ZoneId.of("Europe/Berlin"))).isPresent();
  }

  private static List<String> local(String cron, String zone, String after, int count) {
    Instant from = OffsetDateTime.parse(after).toInstant();
    return Cron.parse(cron).upcoming(from, ZoneId.of(zone), count).stream()
        .map(found -> found.atZone(ZoneId.of(zone)).toOffsetDateTime().toString())
        .toList();
  }
}
