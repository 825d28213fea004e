package io.taskforge.server.api;

import io.taskforge.json.Fault;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.FieldValues;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time that statistics are about.
 *
 * @param from the first instant that belongs to it
 * @param to the first instant after it
 */
record StatsPeriod(Instant from, Instant to) {
  private static final Duration USUAL = Duration.ofHours(24);
  private static final Duration LONGEST = Duration.ofDays(3_660);
  static final Field<Instant> FROM =
      Field.time("from", "the period's first instant; 24h before its end if not given");
  static final Field<Instant> TO =
      Field.time("to", "the first instant after the period; now if not given");

  /** Returns the period that a client asks for. */
  static StatsPeriod of(FieldValues query, Instant now) {
    Instant to = query.get(TO, now);
    @Nullable Instant given = query.get(FROM);
    Instant from = given == null ? to.minus(USUAL) : given;
    if (from.isAfter(to)) {
      throw refused(from, "must not be after to, which is " + to);
    }
    if (Duration.between(from, to).compareTo(LONGEST) > 0) {
      throw refused(from, "must be at most " + LONGEST.toDays() + " days before to: " + to);
    }
    return new StatsPeriod(from, to);
  }

  private static RuntimeException refused(Instant from, String rule) {
    return Problem.invalid(new Fault(FROM.name(), from.toString(), rule)).exception();
  }
}
