package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronMeaningTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 12 * * *|0 0 12 * * *",
        "@yearly|0 0 0 1 1 *",
        "@monthly|0 0 0 1 * *",
        "@weekly|0 0 0 * * 7",
        "@daily|0 0 0 * * *",
        "@midnight|0 0 0 * * *",
        "@Hourly|0 0 * * * *",
        "*/10 * * * * *|*/10 * * * * *",
        "0,10,20,30,40,50 * * * * *|*/10 * * * * *",
        "7/15 * * * *|0 7-52/15 * * * *",
        "5-50/5 * * * *|0 5-50/5 * * * *",
        "0-59 0-23 1-31 1-12 0-6|0 * * * * *",
        "0 0 ? * 0-7|0 0 0 * * *",
        "0 22-2 * * *|0 0 0-2,22-23 * * *",
        "0 22-2/2 * * *|0 0 0-2/2,22 * * *",
        "0 0 28-3 nov-feb fri-mon|0 0 0 1-3,28-31 1-2,11-12 1,5-7",
        "0 0 * * sun-tue|0 0 0 * * 1-2,7",
        "0 0 * * 0|0 0 0 * * 7",
        "0 0 * * 0-0|0 0 0 * * 7",
        "0 0 * * 6-0|0 0 0 * * 6-7",
        "0 0 * * 0-2|0 0 0 * * 1-2,7",
        "0 0 * * 0/2|0 0 0 * * 2-6/2,7",
        "0 0 * * */2|0 0 0 * * */2",
        "0 0 LW,L,15W,L-3,7 * *|0 0 0 7,15W,L,L-3,LW * *",
        "0 0 * * friL,mon#2,0l,wed|0 0 0 * * 3,1#2,5L,7L",
        "0 0 *,L * *,mon#1|0 0 0 * * *",
        "0 2,3 * * *|0 0 2,3 * * *",
        "0 2-3 * * *|0 0 2-3 * * *",
        "0 */12 * * *|0 0 */12 * * *",
        "0 0,12 * * *|0 0 0,12 * * *",
        "0 5-9/4 * * *|0 0 5-9/4 * * *",
        "0 7-7 * * *|0 0 7 * * *"
      })
  void the_canonical_text_is_equal_and_stable(String given, String canonical) {
    Cron cron = Cron.parse(given);

    assertThat(cron).hasToString(canonical).isEqualTo(Cron.parse(canonical));
    assertThat(cron.hashCode()).isEqualTo(Cron.parse(canonical).hashCode());
    assertThat(Cron.parse(canonical)).hasToString(canonical);
  }

  @Test
  void fixed_hours_and_an_interval_of_the_same_hours_are_not_equal() {
    assertThat(Cron.parse("0 2,3 * * *")).isNotEqualTo(Cron.parse("0 2-3 * * *"));
    assertThat(Cron.parse("0 0,12 * * *")).isNotEqualTo(Cron.parse("0 */12 * * *"));
    assertThat(Cron.parse("0 0,12 * * *").isInterval()).isFalse();
    assertThat(Cron.parse("0 */12 * * *").isInterval()).isTrue();
    assertThat(Cron.parse("*/10 2 * * *").isInterval()).isFalse();
    assertThat(Cron.parse("0 20/5 * * *").isInterval()).isFalse();
    assertThat(Cron.parse("0 0,1,2,3,4,5,6,7,8,9,10,11,12-23 * * *").toString())
        .isEqualTo("0 0 * * * *");
  }

  @Test
  void last_days_and_nearest_workdays_of_the_month() {
    assertThat(dates("0 0 L 2 *", 2023, 3))
        .containsExactly("2023-02-28", "2024-02-29", "2025-02-28");
    assertThat(dates("0 0 L-3 4 *", 2026, 1)).containsExactly("2026-04-27");
    // 2026-08-15 is a Saturday, 2026-11-15 a Sunday, 2026-08-01 a Saturday, 2026-05-31 a Sunday.
    assertThat(dates("0 0 15W 8,11 *", 2026, 2)).containsExactly("2026-08-14", "2026-11-16");
    assertThat(dates("0 0 1W 8 *", 2026, 1)).containsExactly("2026-08-03");
    assertThat(dates("0 0 31W 5 *", 2026, 1)).containsExactly("2026-05-29");
    assertThat(dates("0 0 LW 5 *", 2026, 1)).containsExactly("2026-05-29");
    assertThat(dates("0 0 31W 4-5 *", 2026, 1)).containsExactly("2026-05-29");
  }

  @Test
  void nth_weekdays_of_the_month() {
    assertThat(dates("0 0 * * friL", 2026, 2)).containsExactly("2026-01-30", "2026-02-27");
    assertThat(dates("0 0 * * 5L", 2026, 1)).containsExactly("2026-01-30");
    assertThat(dates("0 0 * * mon#2", 2026, 2)).containsExactly("2026-01-12", "2026-02-09");
    assertThat(dates("0 0 * * thu#5", 2026, 2)).containsExactly("2026-01-29", "2026-04-30");
  }

  @Test
  void a_day_that_matches_either_restricted_field_is_enough() {
    assertThat(dates("0 0 13 * fri", 2026, 4))
        .containsExactly("2026-01-02", "2026-01-09", "2026-01-13", "2026-01-16");
  }

  /** Every date of forty years, compared with a hand-written predicate. */
  @Test
  void rare_dates_match_a_brute_force_search() {
    List<String> walked =
        Stream.iterate(LocalDate.of(2020, 1, 1), date -> date.plusDays(1))
            .limit(40 * 366)
            .filter(
                date ->
                    date.getMonthValue() == 2
                        && date.getDayOfMonth() == 29
                        && date.getDayOfWeek().getValue() == 4)
            .map(LocalDate::toString)
            .toList();

    assertThat(dates("0 0 ? 2 thu#5", 2020, walked.size())).isEqualTo(walked);
  }

  private static List<String> dates(String cron, int year, int count) {
    ZoneId utc = ZoneOffset.UTC;
    return Cron.parse(cron)
        .upcoming(
            LocalDate.of(year, 1, 1).atStartOfDay(utc).toInstant().minusSeconds(1), utc, count)
        .stream()
        .map(instant -> instant.atZone(utc).toLocalDate().toString())
        .toList();
  }
}
