package io.taskforge.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done about a schedule at some time: which occurrences get their job now, which are
 * left out and why, and when to look again.
 *
 * @param runs the occurrences that get a job now, in order
 * @param skipped those that are left out, in the order of their reasons
 * @param cancelPrevious whether the previous job is to be cancelled first
 * @param nextRunAt the next occurrence, or null if there is none
 * @param finished whether the schedule has nothing more to do and is to be deleted
 */
public record ScheduleDecision(
    List<Instant> runs,
    List<Skip> skipped,
    boolean cancelPrevious,
    @Nullable Instant nextRunAt,
    boolean finished) {
  /** How late an occurrence may be found without counting as missed. */
  public static final Duration TOLERANCE = Duration.ofSeconds(60);

  /** How many occurrences get a job at once. */
  public static final int MAX_CAUGHT_UP = 100;

  public ScheduleDecision {
    runs = List.copyOf(runs);
    skipped = List.copyOf(skipped);
  }

  /**
   * Returns the decision with the usual tolerance of {@link #TOLERANCE}. Pure: same input, same
   * answer.
   *
   * @param previousStillActive whether the schedule's last job waits, runs or retries
   */
  public static ScheduleDecision decide(
      Schedule schedule, Instant now, boolean previousStillActive) {
    return decide(schedule, now, previousStillActive, TOLERANCE);
  }

  /** Returns the decision; an occurrence found later than {@code tolerance} was missed. */
  public static ScheduleDecision decide(
      Schedule schedule, Instant now, boolean previousStillActive, Duration tolerance) {
    return new ScheduleDecider(schedule, now, previousStillActive, tolerance).decide();
  }

  /** Returns this decision with only some of its runs; for the others there is no room. */
  public ScheduleDecision only(List<Instant> kept) {
    List<Instant> left = runs.stream().filter(run -> !kept.contains(run)).toList();
    if (left.isEmpty()) {
      return this;
    }
    List<Skip> all = new ArrayList<>(skipped);
    all.add(new Skip(left.get(0), left.size(), Skip.Reason.NO_ROOM));
    return new ScheduleDecision(kept, all, cancelPrevious && !kept.isEmpty(), nextRunAt, finished);
  }

  /** Whether there is nothing to write down: nothing was due. */
  public boolean isIdle() {
    return runs.isEmpty() && skipped.isEmpty() && !finished;
  }
}
