package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * {@link Cron} agrees with {@link CronOracle}. A sample of zones by default; with the profile
 * {@code cron-exhaustive} every zone that Java knows. For each zone, in the years from 2020 to
 * 2029: all twenty expressions second by second around every change of the offset and on days
 * picked at random, and the fixed ones on every date.
 */
class CronOracleTest {
  private static final boolean EXHAUSTIVE =
      "exhaustive".equals(System.getProperty("taskforge.cron"));
  private static final LocalDate START = LocalDate.of(2020, 1, 1);
  private static final LocalDate END = LocalDate.of(2030, 1, 1);
  private static final Duration AROUND = Duration.ofHours(EXHAUSTIVE ? 4 : 2);
  private static final List<Cron> CRONS =
      OracleCase.ALL.stream().map(each -> Cron.parse(each.cron())).toList();
  private static final Set<String> SAMPLE =
      Set.of(
          "UTC",
          "Africa/Cairo",
          "Africa/Casablanca",
          "America/Santiago",
          "America/Sao_Paulo",
          "Asia/Tehran",
          "Atlantic/Azores",
          "Australia/Lord_Howe",
          "Europe/Berlin",
          "Pacific/Apia",
          "Pacific/Chatham");

  @Test
  void there_are_twenty_expressions_classified_as_fixed_or_interval() {
    assertThat(OracleCase.ALL).hasSize(20);
    for (int i = 0; i < CRONS.size(); i++) {
      assertThat(CRONS.get(i).isInterval()).isEqualTo(OracleCase.ALL.get(i).isInterval());
    }
  }

  @Test
  void occurrences_around_clock_changes_match_the_oracle() {
    int changes = 0;
    for (ZoneId zone : zones()) {
      for (ZoneOffsetTransition change : changes(zone)) {
        changes++;
        Instant at = change.getInstant();
        compare(zone, at.minus(AROUND), at.plus(AROUND));
      }
    }
    assertThat(changes).isGreaterThan(EXHAUSTIVE ? 3_000 : 100);
  }

  @Test
  void unusual_historical_clock_changes_match_the_oracle() {
    compareAround("Pacific/Apia", "2011-12-30T10:00:00Z"); // a whole day skipped
    compareAround("Pacific/Kwajalein", "1993-08-21T12:00:00Z"); // likewise
    compareAround("America/Sao_Paulo", "2018-11-04T03:00:00Z"); // a gap at midnight
    compareAround("America/Sao_Paulo", "2018-02-18T02:00:00Z"); // an overlap before midnight
    compareAround("Africa/Monrovia", "1972-01-07T00:44:30Z"); // an offset with seconds
    compareAround("Asia/Pyongyang", "2018-05-04T15:00:00Z"); // half an hour before midnight
    compareAround("America/Caracas", "2016-05-01T07:00:00Z"); // a permanent change of half an hour
  }

  private static void compareAround(String zone, String instant) {
    Instant at = Instant.parse(instant);
    compare(ZoneId.of(zone), at.minus(Duration.ofHours(26)), at.plus(Duration.ofHours(26)));
  }

  @Test
  void occurrences_on_random_days_match_the_oracle() {
    Random random = new Random(20_200_101);
    for (ZoneId zone : zones()) {
      int days = EXHAUSTIVE ? 3 : 1;
      for (int i = 0; i < days; i++) {
        long second = random.nextLong(START.toEpochDay() * 86_400, END.toEpochDay() * 86_400);
        Instant from = Instant.ofEpochSecond(second);
        compare(zone, from, from.plus(Duration.ofDays(1)));
      }
    }
  }

  @Test
  void fixed_times_of_ten_years_match_the_oracle() {
    for (ZoneId zone : zones()) {
      Instant from = START.atStartOfDay(zone).toInstant();
      Instant to = END.atStartOfDay(zone).toInstant();
      for (int i = 0; i < CRONS.size(); i++) {
        OracleCase each = OracleCase.ALL.get(i);
        if (!each.isInterval()) {
          assertThat(occurrences(CRONS.get(i), zone, from, to))
              .as("%s in %s", each.cron(), zone)
              .isEqualTo(CronOracle.everyDate(each, zone, START, END));
        }
      }
    }
  }

  private static void compare(ZoneId zone, Instant from, Instant to) {
    List<List<Instant>> expected = CronOracle.everySecond(OracleCase.ALL, zone, from, to);
    for (int i = 0; i < CRONS.size(); i++) {
      List<Instant> found = occurrences(CRONS.get(i), zone, from, to);
      if (!found.equals(expected.get(i))) {
        assertThat(found)
            .as("%s in %s from %s to %s", OracleCase.ALL.get(i).cron(), zone, from, to)
            .isEqualTo(expected.get(i));
      }
    }
  }

  private static List<Instant> occurrences(Cron cron, ZoneId zone, Instant from, Instant to) {
    List<Instant> found = new ArrayList<>();
    Instant next = cron.next(from.minusSeconds(1), zone).orElseThrow();
    while (next.isBefore(to)) {
      found.add(next);
      next = cron.next(next, zone).orElseThrow();
    }
    return found;
  }

  private static List<ZoneOffsetTransition> changes(ZoneId zone) {
    List<ZoneOffsetTransition> changes = new ArrayList<>();
    Instant end = END.atStartOfDay(ZoneOffset.UTC).toInstant();
    ZoneOffsetTransition next =
        zone.getRules().nextTransition(START.atStartOfDay(ZoneOffset.UTC).toInstant());
    while (next != null && next.getInstant().isBefore(end)) {
      changes.add(next);
      next = zone.getRules().nextTransition(next.getInstant());
    }
    return changes;
  }

  private static List<ZoneId> zones() {
    Set<String> ids = new TreeSet<>(ZoneId.getAvailableZoneIds());
    if (!EXHAUSTIVE) {
      ids.retainAll(SAMPLE);
    }
    return ids.stream().map(ZoneId::of).toList();
  }
}
