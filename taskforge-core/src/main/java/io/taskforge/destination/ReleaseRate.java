package io.taskforge.destination;

import java.time.Duration;
import java.time.Instant;

/**
 * How fast calls are released to a destination that recovers: a ramp with additive increase and
 * multiplicative decrease (AIMD), and the token bucket that grants calls at that rate.
 *
 * <p>Once a second, while the rate is used and calls are answered, it grows. It is cut, at most
 * once a second, when more than 15 % of the calls that were sent since the last cut have failed.
 * After a cut it soon returns to a little below what the destination was able to do, stays there
 * for some time and then increases faster and faster, as CUBIC does in TCP: each time that the
 * capacity is exceeded costs calls. The ramp ends when the destination was asked for less than the
 * rate for some seconds.
 *
 * @param perSecond calls per second
 * @param goodput calls per second that succeeded, smoothed
 * @param plateau the rate a little below the destination's capacity; 0 before the first cut
 * @param cutAt when the rate was last cut, or the ramp began
 * @param step what was counted since the last step
 * @param unusedSteps for how many steps the rate was not used up
 * @param tokens the token bucket
 */
public record ReleaseRate(
    double perSecond,
    double goodput,
    double plateau,
    Instant cutAt,
    Step step,
    int unusedSteps,
    Tokens tokens) {
  private static final double LOWEST = 0.2;
  private static final double HIGHEST = 1e6; // a ramp that never fails must not grow forever
  private static final Duration STEP = Duration.ofSeconds(1);
  // Few calls say little: a step with fewer takes up to this long.
  private static final Duration LONGEST_STEP = Duration.ofSeconds(5);
  private static final int ENOUGH_CALLS = 5;
  private static final double SMOOTHING = 0.3;
  private static final double FIRST_GROWTH = 1.12;
  private static final double GROWTH_TO_PLATEAU = 1.2;
  private static final double SECONDS_TO_DOUBLE = 150;
  private static final double SMALLEST_CUT = 0.85;
  private static final double LARGEST_CUT = 0.6;
  private static final double BELOW_CAPACITY = 0.99;
  private static final double TOLERATED_FAILURES = 0.15;
  private static final double UNUSED = 0.25;
  private static final double HALF_USED = 0.5; // workers that can't send more don't raise the rate
  private static final double ANSWERED = 0.3;
  private static final int UNUSED_STEPS = 5;
  // What one worker cannot use is granted to the next one within this time.
  private static final double BURST_SECONDS = 0.5;

  /** What was counted since a step began. */
  public record Step(Instant since, int granted, int unused, int succeeded, int failed) {
    static Step at(Instant now) {
      return new Step(now, 0, 0, 0, 0);
    }

    Step answered(int moreSucceeded, int moreFailed) {
      return new Step(since, granted, unused, succeeded + moreSucceeded, failed + moreFailed);
    }

    Step granted(int more, int moreUnused) {
      return new Step(since, granted + more, unused + moreUnused, succeeded, failed);
    }
  }

  /** Calls that can be granted, and when these were last added to. */
  public record Tokens(double available, Instant filledAt) {}

  /**
   * Begins a ramp for a destination that handled {@code known} calls per second, or 0. Beginning
   * lower would let the backlog grow; if the destination can do less by now, the rate is cut.
   */
  static ReleaseRate begin(double known, Instant now) {
    double start = Math.max(1, known);
    return new ReleaseRate(start, start, 0, now, Step.at(now), 0, new Tokens(1, now));
  }

  /** Returns this rate after the outcomes of calls that were sent since {@link #cutAt}. */
  ReleaseRate after(int succeeded, int failed, Instant now) {
    Step counted = step.answered(succeeded, failed);
    Duration passed = Duration.between(step.since, now);
    int total = counted.succeeded + counted.failed;
    boolean idle = counted.granted == 0 && tokens.available >= 1;
    boolean early = !idle && total < ENOUGH_CALLS && passed.compareTo(LONGEST_STEP) < 0;
    if (passed.compareTo(STEP) < 0 || early) {
      return new ReleaseRate(perSecond, goodput, plateau, cutAt, counted, unusedSteps, tokens);
    }
    if (counted.failed > TOLERATED_FAILURES * total) {
      return cut(now);
    }
    double seconds = passed.toNanos() / 1e9;
    int used = counted.granted - counted.unused;
    boolean unused =
        idle
            || (counted.unused > 0 && counted.unused >= UNUSED * counted.granted)
            || (perSecond * seconds >= ENOUGH_CALLS && used < HALF_USED * perSecond * seconds);
    boolean answered = counted.succeeded >= ANSWERED * used;
    double achieved = counted.succeeded / seconds;
    return new ReleaseRate(
        answered && !unused ? Math.min(HIGHEST, increased(now)) : perSecond,
        unused ? goodput : goodput + SMOOTHING * (achieved - goodput),
        plateau,
        cutAt,
        Step.at(now),
        unused ? unusedSteps + 1 : 0,
        tokens);
  }

  private ReleaseRate cut(Instant now) {
    double wanted = Math.min(SMALLEST_CUT * perSecond, SMALLEST_CUT * goodput);
    double cut = Math.max(LOWEST, Math.max(LARGEST_CUT * perSecond, wanted));
    double below = BELOW_CAPACITY * Math.min(goodput, perSecond);
    // A cut on the way back says that the destination has not settled yet, not what it can do.
    double next = perSecond < plateau ? BELOW_CAPACITY * plateau : below;
    return new ReleaseRate(cut, goodput, next, now, Step.at(now), 0, tokens);
  }

  private double increased(Instant now) {
    if (plateau == 0) {
      return perSecond * FIRST_GROWTH;
    }
    if (perSecond < plateau) {
      return Math.min(plateau, perSecond * GROWTH_TO_PLATEAU);
    }
    double time = Duration.between(cutAt, now).toNanos() / 1e9 / SECONDS_TO_DOUBLE;
    return Math.max(perSecond, plateau * (1 + time * time * time));
  }

  /** Whether the destination was asked for less than the rate for some seconds. */
  boolean isUnused() {
    return unusedSteps >= UNUSED_STEPS;
  }

  /** Returns this rate with the tokens that were added since, and those of unused grants. */
  ReleaseRate filled(int unused, Instant now) {
    double seconds = Math.max(0, Duration.between(tokens.filledAt, now).toNanos() / 1e9);
    double most = 1 + perSecond * BURST_SECONDS;
    double full = Math.min(most, tokens.available + unused + perSecond * seconds);
    return with(step.granted(0, unused), new Tokens(full, now));
  }

  /** How many calls can be granted now. */
  int available() {
    return (int) Math.floor(tokens.available + 1e-6);
  }

  ReleaseRate granted(int calls) {
    Tokens left = new Tokens(tokens.available - calls, tokens.filledAt);
    return with(step.granted(calls, 0), left);
  }

  private ReleaseRate with(Step counted, Tokens left) {
    return new ReleaseRate(perSecond, goodput, plateau, cutAt, counted, unusedSteps, left);
  }
}
