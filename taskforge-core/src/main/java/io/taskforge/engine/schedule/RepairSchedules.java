package io.taskforge.engine.schedule;

import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.VersionedSchedule;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds schedules that were written while the store's clock was ahead, and gives them the right
 * next occurrence again. Without this, one that ran while the clock was 30 days ahead would not run
 * for 30 days.
 *
 * <p>Such a document has a time of change that is yet to come, so the others are not even parsed.
 * All schedules are read a page at a time, one page each turn. Not thread-safe.
 */
final class RepairSchedules {
  private static final Logger LOG = LoggerFactory.getLogger(RepairSchedules.class);
  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final int PAGE = 100;

  private final StoredSchedules stored;
  private @Nullable Instant sweptAt; // when the latest sweep began
  private @Nullable DocumentKey after; // the last document that it has seen; null when it is done

  RepairSchedules(StoredSchedules stored) {
    this.stored = stored;
  }

  /** Looks at the next page, if a sweep is under way or due. */
  void look(Instant now) {
    if (after == null) {
      if (isRecent(sweptAt, now)) {
        return;
      }
      sweptAt = now;
    }
    DocumentPage page = stored.documents().list(DocumentKind.SCHEDULE, null, after, PAGE);
    page.items().forEach(document -> repair(document, now));
    after = page.next();
  }

  /** A time that is yet to come is not recent: the clock was set back. */
  private static boolean isRecent(@Nullable Instant time, Instant now) {
    return time != null && !time.isAfter(now) && time.plus(INTERVAL).isAfter(now);
  }

  private void repair(Document document, Instant now) {
    // Another node may have written it a moment after this one read the time.
    if (document.dueAt() == null || !document.changedAt().isAfter(now.plus(INTERVAL))) {
      return;
    }
    VersionedSchedule read;
    try {
      read = stored.read(document);
    } catch (IllegalArgumentException e) {
      return; // FireSchedules reports it
    }
    Schedule right = read.schedule().repaired(now);
    Instant due = StoredSchedules.dueAt(right);
    if (due != null
        && due.isBefore(document.dueAt())
        && stored.record(document, read.with(right))) {
      LOG.warn(
          "schedule {} was last written at {}, which is yet to come; its next occurrence is {}",
          right.key(),
          document.changedAt(),
          right.nextRunAt());
    }
  }
}
