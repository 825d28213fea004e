package io.taskforge.engine.schedule;

import io.taskforge.job.Job;
import io.taskforge.job.TenantQuotas;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleDecision;
import io.taskforge.schedule.SkippedOccurrences;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Leaves out occurrences that their tenant has no room for, or puts them off. */
public final class OccurrenceQuota {
  private final JobStore store;
  private final TenantQuotas room;

  public OccurrenceQuota(JobStore store, TenantQuotas room) {
    this.store = store;
    this.room = room;
  }

  /** Returns the decision as far as there is room for it. */
  ScheduleDecision fit(Schedule schedule, ScheduleDecision decision) {
    List<Instant> runs = decision.runs();
    int most = runs.isEmpty() ? 0 : room.forSchedule(schedule.tenant(), runs.size());
    if (most >= runs.size()) {
      return decision;
    }
    List<Instant> kept = new ArrayList<>();
    for (Instant run : runs) {
      // One that was enqueued by somebody who did not get to write that down takes no more room.
      if (kept.size() < most || job(schedule, run).isPresent()) {
        kept.add(run);
      }
    }
    return decision.only(kept);
  }

  /**
   * Returns a schedule that is to run once with a note that its occurrence waits for room, which
   * people see and which stands until it has run.
   */
  static Schedule putOff(Schedule schedule, Instant occurrence, ScheduleDecision possible) {
    return schedule.after(
        new ScheduleDecision(List.of(), possible.skipped(), false, occurrence, false), null);
  }

  /** Whether the next occurrence is one that was put off. */
  static boolean isPutOff(Schedule schedule) {
    SkippedOccurrences last = schedule.lastSkip();
    return schedule.timing().oneOff()
        && last != null
        && last.reason() == SkippedOccurrences.Reason.QUOTA_EXCEEDED
        && last.at().equals(schedule.nextRunAt());
  }

  /** Returns the job that an occurrence has already. */
  Optional<Job> job(Schedule schedule, Instant occurrence) {
    JobFilter itsJob =
        JobFilter.all(1).tenant(schedule.tenant()).key(schedule.idempotencyKey(occurrence));
    return store.queries().list(itsJob).items().stream().findFirst();
  }
}
