package io.taskforge.schedule;

import io.taskforge.job.JobId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a {@link Schedule} that the scheduler writes. */
record ScheduleProgress(
    Instant createdAt,
    @Nullable Instant nextRunAt,
    @Nullable Instant lastRunAt,
    @Nullable JobId lastJobId,
    @Nullable SkippedOccurrences lastSkip) {
  ScheduleProgress nextRunAt(@Nullable Instant next) {
    return new ScheduleProgress(createdAt, next, lastRunAt, lastJobId, lastSkip);
  }

  ScheduleProgress after(ScheduleDecision decision, @Nullable JobId lastJob) {
    List<Instant> runs = decision.runs();
    List<SkippedOccurrences> skipped = decision.skipped();
    return new ScheduleProgress(
        createdAt,
        decision.nextRunAt(),
        runs.isEmpty() ? lastRunAt : runs.get(runs.size() - 1),
        lastJob == null ? lastJobId : lastJob,
        skipped.isEmpty() ? lastSkip : skipped.get(skipped.size() - 1));
  }

  ScheduleProgress repaired(Instant next, Instant now) {
    return lastRunAt != null && lastRunAt.isAfter(now)
        ? new ScheduleProgress(createdAt, next, null, null, lastSkip)
        : nextRunAt(next);
  }
}
