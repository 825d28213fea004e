package io.taskforge.engine.schedule;

import io.taskforge.engine.log.LogFields;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.JobState;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.StoreException;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs when a schedule runs next after the job of an occurrence has used up its retries. The
 * schedule is read later, by the thread that fires schedules, so that commits do not wait for it.
 */
public final class FailedOccurrences {
  private static final Logger JOBS = LoggerFactory.getLogger("io.taskforge.jobs");
  private static final int MAX_WAITING = 1_000; // more are not logged

  private final StoredSchedules stored;
  private final LinkedBlockingQueue<Settlement> waiting = new LinkedBlockingQueue<>(MAX_WAITING);

  public FailedOccurrences(StoredSchedules stored) {
    this.stored = stored;
  }

  /** Notes a committed result; ignores all but final failures of scheduled jobs. */
  public void settled(Settlement settlement) {
    JobState state = settlement.verdict().state();
    if (settlement.job().schedule() != null
        && (state == JobState.FAILED || state == JobState.DEAD)) {
      boolean ignored = waiting.offer(settlement);
    }
  }

  /** Logs the failures noted since the last call. */
  public void log() {
    for (Settlement next = waiting.poll(); next != null; next = waiting.poll()) {
      try {
        log(next);
      } catch (StoreException e) {
        JOBS.atLevel(StoreLogLevel.of(e))
            .log("next occurrence after job {} not read: {}", next.job().id(), e.getMessage());
      } catch (IllegalArgumentException e) {
        // FireSchedules logs schedules that cannot be read.
      }
    }
  }

  private void log(Settlement failed) {
    ClaimedJob job = failed.job();
    Instant next = nextRunAt(job);
    if (next == null) {
      return;
    }
    int retries = Math.max(0, failed.verdict().counters().failures() - 1);
    LogFields.job(JOBS.atInfo(), job.identity(), failed.number().attempt())
        .addKeyValue("scheduleId", job.schedule())
        .addKeyValue("nextRunAt", next)
        .log(
            "job %s failed after %s, rescheduled for next occurrence: %s"
                .formatted(job.id(), retries == 1 ? "1 retry" : retries + " retries", next));
  }

  /** Returns null if the schedule is paused, has run for the last time, or is deleted. */
  private @Nullable Instant nextRunAt(ClaimedJob job) {
    ScheduleId id = job.schedule();
    Schedule schedule =
        id == null
            ? null
            : stored
                .documents()
                .find(StoredSchedules.key(new ScheduleKey(job.tenant(), id)))
                .map(document -> stored.read(document).schedule())
                .orElse(null);
    if (schedule == null || schedule.paused()) {
      return null;
    }
    Instant next = schedule.nextRunAt();
    // The worker that enqueued the job may not have recorded the occurrence yet.
    if (next == null || !schedule.idempotencyKey(next).equals(job.idempotencyKey())) {
      return next;
    }
    return schedule.timing().oneOff() ? null : schedule.timing().next(next).orElse(null);
  }
}
