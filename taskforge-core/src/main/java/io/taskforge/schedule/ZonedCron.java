package io.taskforge.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps local times to instants by the DST rules of {@link Cron}. Searches from one offset
 * transition of the zone to the next; between transitions the offset is constant.
 */
record ZonedCron(CronFields fields, ZoneRules rules) {
  private static final int LAST_YEAR = 2200;
  private static final Instant EARLIEST = Instant.parse("1900-01-01T00:00:00Z");
  static final Instant LATEST = Instant.parse("2200-12-31T00:00:00Z");
  // More than an offset plus the longest gap: Samoa once skipped a whole day.
  private static final int CAUTION_DAYS = 3;

  Optional<Instant> next(Instant after) {
    if (!after.isBefore(LATEST)) {
      return Optional.empty();
    }
    Instant from =
        after.isBefore(EARLIEST) ? EARLIEST : after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    while (from.isBefore(LATEST)) {
      // The first instant after a gap belongs to the gap, so a search from there looks back.
      ZoneOffsetTransition change = rules.previousTransition(from.plusNanos(1));
      if (change != null && change.getInstant().equals(from) && runsAfterGap(change)) {
        return Optional.of(from);
      }
      ZoneOffset offset = rules.getOffset(from);
      LocalDateTime local =
          notRepeated(LocalDateTime.ofEpochSecond(from.getEpochSecond(), 0, offset), change);
      LocalDateTime match = fields.next(local, LAST_YEAR);
      if (match == null) {
        return Optional.empty();
      }
      Instant found = match.toInstant(offset);
      ZoneOffsetTransition end = rules.nextTransition(from);
      if (end == null || found.isBefore(end.getInstant())) {
        return Optional.of(found);
      }
      Instant near = match.minusDays(CAUTION_DAYS).toInstant(ZoneOffset.UTC);
      from = near.isAfter(end.getInstant()) ? near : end.getInstant();
    }
    return Optional.empty();
  }

  /** Whether a fixed time is in the gap and so runs when the gap ends. */
  private boolean runsAfterGap(ZoneOffsetTransition change) {
    if (fields.interval() || !change.isGap()) {
      return false;
    }
    LocalDateTime missed = fields.next(change.getDateTimeBefore(), LAST_YEAR);
    return missed != null && missed.isBefore(change.getDateTimeAfter());
  }

  /** Skips the repeated part of an overlap for fixed times, which run the first time only. */
  private LocalDateTime notRepeated(LocalDateTime local, @Nullable ZoneOffsetTransition change) {
    return !fields.interval()
            && change != null
            && change.isOverlap()
            && local.isBefore(change.getDateTimeBefore())
        ? change.getDateTimeBefore()
        : local;
  }
}
