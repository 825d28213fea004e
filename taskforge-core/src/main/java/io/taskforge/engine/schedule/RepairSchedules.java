package io.taskforge.engine.schedule;

import io.taskforge.engine.log.LogFields;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.StoredSchedule;
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
 * Repairs schedules that were written while the store's clock was ahead: computes their next
 * occurrence again. Without this, a schedule that ran while the clock was 30 days ahead would not
 * run for 30 days.
 *
 * <p>Such a document has a {@code changedAt} in the future, so the others are not parsed. Reads all
 * schedules, one page per turn. Not thread-safe.
 */
public final class RepairSchedules {
  private static final Logger LOG = LoggerFactory.getLogger(RepairSchedules.class);
  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final int PAGE = 100;

  private final StoredSchedules stored;
  private @Nullable Instant sweptAt; // start of the latest sweep
  private @Nullable DocumentKey after; // the sweep's cursor; null when done

  public RepairSchedules(StoredSchedules stored) {
    this.stored = stored;
  }

  /** Repairs the next page, if a sweep is in progress or due. */
  public void repairPage(Instant now) {
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

  /** A time in the future is not recent: the clock was set back. */
  private static boolean isRecent(@Nullable Instant time, Instant now) {
    return time != null && !time.isAfter(now) && time.plus(INTERVAL).isAfter(now);
  }

  private void repair(Document document, Instant now) {
    // Another node may have written it just after this one read the time.
    if (document.dueAt() == null || !document.changedAt().isAfter(now.plus(INTERVAL))) {
      return;
    }
    StoredSchedule read;
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
      LogFields.schedule(LOG.atWarn(), right.key())
          .log(
              "schedule {} was written at {}, in the future; its next occurrence was reset to {}",
              right.key(),
              document.changedAt(),
              right.nextRunAt());
    }
  }
}
