package io.taskforge.schedule;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A cron expression beside what it means, written by hand: which dates, and the times of day for
 * fixed ones or a test of the time for intervals. Nothing here comes from the code under test.
 *
 * @param times the times of day of a fixed expression; empty for an interval
 */
record OracleCase(
    String cron,
    Predicate<LocalDateTime> dates,
    Predicate<LocalDateTime> clock,
    List<LocalTime> times) {
  boolean matches(LocalDateTime local) {
    return clock.test(local) && dates.test(local);
  }

  boolean isInterval() {
    return times.isEmpty();
  }

  private static OracleCase fixed(String cron, Predicate<LocalDateTime> dates, String... times) {
    List<LocalTime> parsed = java.util.Arrays.stream(times).map(LocalTime::parse).toList();
    return new OracleCase(cron, dates, l -> parsed.contains(l.toLocalTime()), parsed);
  }

  private static OracleCase interval(
      String cron, Predicate<LocalDateTime> dates, Predicate<LocalDateTime> clock) {
    return new OracleCase(cron, dates, clock, List.of());
  }

  private static boolean always(LocalDateTime local) {
    return true;
  }

  private static boolean isWorkday(LocalDateTime local) {
    return local.getDayOfWeek() != DayOfWeek.SATURDAY && local.getDayOfWeek() != DayOfWeek.SUNDAY;
  }

  private static boolean isSunday(LocalDateTime local) {
    return local.getDayOfWeek() == DayOfWeek.SUNDAY;
  }

  private static boolean isLastOfItsWeekday(LocalDateTime local) {
    return local.plusDays(7).getMonth() != local.getMonth();
  }

  /** The workday nearest to the 15th: also Friday the 14th and Monday the 16th. */
  private static boolean isNearestToThe15th(LocalDateTime local) {
    return switch (local.getDayOfMonth()) {
      case 14 -> local.getDayOfWeek() == DayOfWeek.FRIDAY;
      case 15 -> isWorkday(local);
      case 16 -> local.getDayOfWeek() == DayOfWeek.MONDAY;
      default -> false;
    };
  }

  private static boolean isLastDay(LocalDateTime local) {
    return YearMonth.from(local).lengthOfMonth() == local.getDayOfMonth();
  }

  private static boolean onTheMinute(LocalDateTime local) {
    return local.getSecond() == 0;
  }

  private static boolean onTheHour(LocalDateTime local) {
    return local.getSecond() == 0 && local.getMinute() == 0;
  }

  private static String[] everyTenMinutesFrom(int hour) {
    return IntStream.range(0, 6)
        .mapToObj(ten -> LocalTime.of(hour, ten * 10).toString())
        .toArray(String[]::new);
  }

  /** Twenty expressions: eleven fixed, nine intervals. */
  static final List<OracleCase> ALL =
      List.of(
          fixed("30 2 * * *", OracleCase::always, "02:30"),
          fixed("0 0 * * *", OracleCase::always, "00:00"),
          fixed("30 0 * * *", OracleCase::always, "00:30"),
          fixed("30 1 * * *", OracleCase::always, "01:30"),
          fixed(
              "15,45 1,2,3,23 * * *",
              OracleCase::always,
              "01:15",
              "01:45",
              "02:15",
              "02:45",
              "03:15",
              "03:45",
              "23:15",
              "23:45"),
          fixed("*/10 2 * * *", OracleCase::always, everyTenMinutesFrom(2)),
          fixed("*/10 0 * * *", OracleCase::always, everyTenMinutesFrom(0)),
          fixed("7 59 23 * * sun", OracleCase::isSunday, "23:59:07"),
          fixed("0 3 L * *", OracleCase::isLastDay, "03:00"),
          fixed("15 2 15W * *", OracleCase::isNearestToThe15th, "02:15"),
          fixed(
              "30 2 1 * sunL",
              l -> l.getDayOfMonth() == 1 || (isSunday(l) && isLastOfItsWeekday(l)),
              "02:30"),
          interval("*/10 * * * * *", OracleCase::always, l -> l.getSecond() % 10 == 0),
          interval("* * * * *", OracleCase::always, OracleCase::onTheMinute),
          interval(
              "*/30 * * * *", OracleCase::always, l -> onTheMinute(l) && l.getMinute() % 30 == 0),
          interval("15 * * * *", OracleCase::always, l -> onTheMinute(l) && l.getMinute() == 15),
          interval("0 */2 * * *", OracleCase::always, l -> onTheHour(l) && l.getHour() % 2 == 0),
          interval("0 0-5 * * *", OracleCase::always, l -> onTheHour(l) && l.getHour() <= 5),
          interval(
              "20 22-2 * * *",
              OracleCase::always,
              l ->
                  onTheMinute(l) && l.getMinute() == 20 && (l.getHour() >= 22 || l.getHour() <= 2)),
          interval(
              "30 5/20 1-3,9 * * mon-fri",
              OracleCase::isWorkday,
              l ->
                  l.getSecond() == 30
                      && List.of(5, 25, 45).contains(l.getMinute())
                      && List.of(1, 2, 3, 9).contains(l.getHour())),
          interval(
              "0 * * 3,10 sun#4",
              l ->
                  (l.getMonthValue() == 3 || l.getMonthValue() == 10)
                      && isSunday(l)
                      && l.getDayOfMonth() > 21
                      && l.getDayOfMonth() <= 28,
              OracleCase::onTheHour));
}
