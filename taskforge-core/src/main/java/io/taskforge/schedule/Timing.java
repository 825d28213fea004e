package io.taskforge.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** When a schedule runs: by a cron expression in a time zone, or once at an instant. */
public sealed interface Timing {
  /** Returns the first occurrence after {@code after}; empty for a one-off instant in the past. */
  Optional<Instant> next(Instant after);

  /** Whether the schedule runs only once. */
  boolean oneOff();

  /** Returns every occurrence of {@code cron} in the local time of {@code zone}. */
  static Timing every(String cron, String zone) {
    return new Recurring(Cron.parse(cron), ZoneId.of(zone), false);
  }

  /** Returns a single occurrence at {@code instant}. */
  static Timing at(Instant instant) {
    return new At(instant);
  }

  /**
   * Runs by a cron expression.
   *
   * @param oneOff whether it runs only at the next occurrence
   */
  record Recurring(Cron cron, ZoneId zone, boolean oneOff) implements Timing {
    @Override
    public Optional<Instant> next(Instant after) {
      return cron.next(after, zone);
    }
  }

  /** Runs once, at an instant from 1970 to 2200, truncated to microseconds. */
  record At(Instant instant) implements Timing {
    public At {
      if (instant.isBefore(Instant.EPOCH) || !instant.isBefore(ZonedCron.LATEST)) {
        throw new IllegalArgumentException(
            "instant must be from 1970-01-01 to 2200-12-30 but was " + instant);
      }
      instant = instant.truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Optional<Instant> next(Instant after) {
      return instant.isAfter(after) ? Optional.of(instant) : Optional.empty();
    }

    @Override
    public boolean oneOff() {
      return true;
    }
  }
}
