package io.taskforge.schedule;

import static io.taskforge.schedule.ScheduleDecision.MAX_CAUGHT_UP;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which occurrences of a schedule run: applies the misfire policy, then the overlap policy.
 *
 * <p>Of missed occurrences the earliest runs: workers that decide at slightly different times then
 * agree, and the occurrence's idempotency key allows one job.
 */
final class ScheduleDecider {
  private final Schedule schedule;
  private final Instant now;
  private final boolean previousActive;
  private final Instant lateBefore;
  private final List<SkippedOccurrences> skipped = new ArrayList<>();

  ScheduleDecider(Schedule schedule, Instant now, boolean previousStillActive, Duration tolerance) {
    if (tolerance.isNegative()) {
      throw new IllegalArgumentException("tolerance must be 0 or more but was " + tolerance);
    }
    this.schedule = schedule;
    this.now = now;
    this.previousActive = previousStillActive;
    this.lateBefore = now.minus(tolerance);
  }

  ScheduleDecision decide() {
    Instant next = schedule.nextRunAt();
    if (schedule.paused() || (next != null && next.isAfter(now))) {
      return new ScheduleDecision(List.of(), List.of(), false, next, false);
    }
    if (next == null) {
      return new ScheduleDecision(List.of(), List.of(), false, null, true);
    }
    boolean late = next.isBefore(lateBefore);
    boolean catchUp = late && schedule.misfire() == MisfirePolicy.RUN_ALL;
    List<Instant> wanted = late ? afterMisfire(next) : due(next);
    if (schedule.timing().oneOff() && wanted.size() > 1) {
      wanted = wanted.subList(0, 1);
    }
    List<Instant> runs = wanted.isEmpty() ? wanted : afterOverlap(wanted, catchUp);
    Instant following = schedule.timing().next(now).orElse(null);
    boolean done = following == null || (schedule.timing().oneOff() && !runs.isEmpty());
    boolean cancel =
        previousActive && !runs.isEmpty() && schedule.overlap() == OverlapPolicy.CANCEL_PREVIOUS;
    return new ScheduleDecision(runs, skipped, cancel, done ? null : following, done);
  }

  private List<Instant> afterMisfire(Instant first) {
    if (schedule.misfire() == MisfirePolicy.SKIP) {
      return onTime(first);
    }
    List<Instant> due = schedule.timing().oneOff() ? List.of(first) : due(first);
    int most = schedule.misfire() == MisfirePolicy.RUN_ALL ? MAX_CAUGHT_UP : 1;
    if (due.size() <= most) {
      return due;
    }
    skip(due.subList(most, due.size()), SkippedOccurrences.Reason.MISSED);
    return due.subList(0, most);
  }

  /** Skips late occurrences, without iterating over more than are counted. */
  private List<Instant> onTime(Instant first) {
    int late = 0;
    Instant next = first;
    while (next != null && next.isBefore(lateBefore) && late < SkippedOccurrences.MAX_COUNTED) {
      late++;
      next = schedule.timing().next(next).orElse(null);
    }
    skipped.add(new SkippedOccurrences(first, late, SkippedOccurrences.Reason.MISSED));
    Instant start = schedule.timing().next(lateBefore.minusNanos(1)).orElse(null);
    return start == null || start.isAfter(now) ? List.of() : due(start);
  }

  /** The occurrences from {@code first} to now, up to the most that are counted. */
  private List<Instant> due(Instant first) {
    List<Instant> due = new ArrayList<>();
    @Nullable Instant next = first;
    while (next != null
        && !next.isAfter(now)
        && due.size() < SkippedOccurrences.MAX_COUNTED + MAX_CAUGHT_UP) {
      due.add(next);
      next = schedule.timing().next(next).orElse(null);
    }
    return due;
  }

  private List<Instant> afterOverlap(List<Instant> wanted, boolean catchUp) {
    int last = wanted.size() - 1;
    return switch (schedule.overlap()) {
      case QUEUE -> atMost(wanted);
      case CANCEL_PREVIOUS -> {
        skip(wanted.subList(0, last), SkippedOccurrences.Reason.SUPERSEDED);
        yield wanted.subList(last, last + 1);
      }
      case SKIP -> {
        // RUN_ALL runs all missed occurrences at the same time.
        int kept = previousActive ? 0 : catchUp ? wanted.size() : 1;
        skip(wanted.subList(kept, wanted.size()), SkippedOccurrences.Reason.OVERLAP);
        yield wanted.subList(0, kept);
      }
    };
  }

  /** Only cuts if the tolerance spans more than {@link ScheduleDecision#MAX_CAUGHT_UP} runs. */
  private List<Instant> atMost(List<Instant> wanted) {
    if (wanted.size() <= MAX_CAUGHT_UP) {
      return wanted;
    }
    skip(wanted.subList(MAX_CAUGHT_UP, wanted.size()), SkippedOccurrences.Reason.MISSED);
    return wanted.subList(0, MAX_CAUGHT_UP);
  }

  private void skip(List<Instant> occurrences, SkippedOccurrences.Reason reason) {
    if (!occurrences.isEmpty()) {
      skipped.add(
          new SkippedOccurrences(
              occurrences.get(0),
              Math.min(occurrences.size(), SkippedOccurrences.MAX_COUNTED),
              reason));
    }
  }
}
