package io.taskforge.server.api;

import io.taskforge.query.StatisticsFilter;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The period of statistics, in whole hours. */
final class StatsPeriod {
  private static final Duration DEFAULT = Duration.ofHours(24);
  private static final Duration MAX = Duration.ofDays(3_660);
  static final Field<Instant> FROM =
      Field.time(
          "from",
          "the start of the period, rounded down to the hour; 24h before its end if not given");
  static final Field<Instant> TO =
      Field.time(
          "to", "the end of the period, exclusive, rounded up to the hour; now if not given");

  private StatsPeriod() {}

  /** Returns all statistics of a request's period. */
  static StatisticsFilter of(FieldValues query, Instant now) {
    Instant to = query.get(TO, now);
    @Nullable Instant given = query.get(FROM);
    Instant from = given == null ? to.minus(DEFAULT) : given;
    if (from.isAfter(to)) {
      throw invalid(from, "must not be after to, which is " + to);
    }
    if (Duration.between(from, to).compareTo(MAX) > 0) {
      throw invalid(from, "must be at most " + MAX.toDays() + " days before to: " + to);
    }
    return StatisticsFilter.of(from, to);
  }

  private static RuntimeException invalid(Instant from, String rule) {
    return Problem.invalid(FROM.name(), from.toString(), rule);
  }
}
