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

/** Applies tenant quotas to schedules: skips or postpones occurrences beyond the quota. */
public record OccurrenceQuota(JobStore store, TenantQuotas quotas) {
  /** Returns the decision without the runs that exceed the tenant's quota. */
  public ScheduleDecision apply(Schedule schedule, ScheduleDecision decision) {
    List<Instant> runs = decision.runs();
    int most = runs.isEmpty() ? 0 : quotas.forSchedule(schedule.tenant(), runs.size());
    if (most >= runs.size()) {
      return decision;
    }
    List<Instant> kept = new ArrayList<>();
    for (Instant run : runs) {
      // An occurrence that was already enqueued but not recorded needs no more quota.
      if (kept.size() < most || job(schedule, run).isPresent()) {
        kept.add(run);
      }
    }
    return decision.only(kept);
  }

  /**
   * Returns a one-off schedule whose occurrence is recorded as skipped until there is quota for it.
   */
  public static Schedule postpone(
      Schedule schedule, Instant occurrence, ScheduleDecision possible) {
    return schedule.after(
        new ScheduleDecision(List.of(), possible.skipped(), false, occurrence, false), null);
  }

  /** Whether the next occurrence was postponed. */
  public static boolean isPostponed(Schedule schedule) {
    SkippedOccurrences last = schedule.lastSkip();
    return schedule.timing().oneOff()
        && last != null
        && last.reason() == SkippedOccurrences.Reason.QUOTA_EXCEEDED
        && last.at().equals(schedule.nextRunAt());
  }

  /** Returns the job that was already enqueued for an occurrence. */
  public Optional<Job> job(Schedule schedule, Instant occurrence) {
    JobFilter itsJob =
        JobFilter.all(1).tenant(schedule.tenant()).key(schedule.idempotencyKey(occurrence));
    return store.queries().list(itsJob).items().stream().findFirst();
  }
}
