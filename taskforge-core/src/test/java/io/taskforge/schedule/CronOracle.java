package io.taskforge.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds occurrences the slow way: it looks at every second, and shares no code with {@link Cron}.
 */
final class CronOracle {
  private CronOracle() {}

  /** The occurrences of every case from {@code from} to before {@code to}, second by second. */
  static List<List<Instant>> everySecond(
      List<OracleCase> cases, ZoneId zone, Instant from, Instant to) {
    List<List<Instant>> found = new ArrayList<>();
    cases.forEach(each -> found.add(new ArrayList<>()));
    LocalDateTime before = from.minusSeconds(1).atZone(zone).toLocalDateTime();
    for (Instant now = from; now.isBefore(to); now = now.plusSeconds(1)) {
      ZonedDateTime time = now.atZone(zone);
      LocalDateTime local = time.toLocalDateTime();
      boolean repeated = time.withEarlierOffsetAtOverlap().toEpochSecond() != now.getEpochSecond();
      boolean leapt = before.plusSeconds(1).isBefore(local);
      for (int i = 0; i < cases.size(); i++) {
        OracleCase each = cases.get(i);
        if ((each.matches(local) && (each.isInterval() || !repeated))
            || (leapt && !each.isInterval() && anyBetween(each, before, local))) {
          found.get(i).add(now);
        }
      }
      before = local;
    }
    return found;
  }

  private static boolean anyBetween(OracleCase each, LocalDateTime after, LocalDateTime before) {
    for (LocalDateTime l = after.plusSeconds(1); l.isBefore(before); l = l.plusSeconds(1)) {
      if (each.matches(l)) {
        return true;
      }
    }
    return false;
  }

  /** The occurrences of a fixed case on every date of the span, each time of day converted. */
  static List<Instant> everyDate(OracleCase each, ZoneId zone, LocalDate from, LocalDate to) {
    TreeSet<Instant> found = new TreeSet<>();
    for (LocalDate date = from; date.isBefore(to); date = date.plusDays(1)) {
      if (each.dates().test(date.atStartOfDay())) {
        for (LocalTime time : each.times()) {
          found.add(firstInstant(date.atTime(time), zone));
        }
      }
    }
    return List.copyOf(found);
  }

  private static Instant firstInstant(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    return change != null && change.isGap()
        ? change.getInstant()
        : ZonedDateTime.ofLocal(local, zone, null).toInstant();
  }
}
