package io.taskforge.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which occurrences of a schedule run now, which are skipped and why, and when the next one is due.
 *
 * @param runs the occurrences that get a job now, in order
 * @param skipped the skipped occurrences, grouped by reason
 * @param cancelPrevious whether to cancel the previous job first
 * @param nextRunAt the next occurrence, or null if there is none
 * @param finished whether the schedule has no more occurrences and can be deleted
 */
public record ScheduleDecision(
    List<Instant> runs,
    List<SkippedOccurrences> skipped,
    boolean cancelPrevious,
    @Nullable Instant nextRunAt,
    boolean finished) {
  /** How late an occurrence may run without being a misfire. */
  public static final Duration TOLERANCE = Duration.ofSeconds(60);

  /** The most occurrences that get a job at once. */
  public static final int MAX_CAUGHT_UP = 100;

  public ScheduleDecision {
    runs = List.copyOf(runs);
    skipped = List.copyOf(skipped);
  }

  /**
   * Decides with the default {@link #TOLERANCE}. A pure function.
   *
   * @param previousStillActive whether the schedule's last job is not finished
   */
  public static ScheduleDecision decide(
      Schedule schedule, Instant now, boolean previousStillActive) {
    return decide(schedule, now, previousStillActive, TOLERANCE);
  }

  /** Decides; an occurrence later than {@code tolerance} is a misfire. */
  public static ScheduleDecision decide(
      Schedule schedule, Instant now, boolean previousStillActive, Duration tolerance) {
    return new ScheduleDecider(schedule, now, previousStillActive, tolerance).decide();
  }

  /** Returns this decision with only some of its runs; the others exceed the tenant's quota. */
  public ScheduleDecision only(List<Instant> kept) {
    List<Instant> left = runs.stream().filter(run -> !kept.contains(run)).toList();
    if (left.isEmpty()) {
      return this;
    }
    List<SkippedOccurrences> all = new ArrayList<>(skipped);
    all.add(
        new SkippedOccurrences(left.get(0), left.size(), SkippedOccurrences.Reason.QUOTA_EXCEEDED));
    return new ScheduleDecision(kept, all, cancelPrevious && !kept.isEmpty(), nextRunAt, finished);
  }

  /** Whether nothing was due, so that there is nothing to store. */
  public boolean isIdle() {
    return runs.isEmpty() && skipped.isEmpty() && !finished;
  }
}
