package io.taskforge.destination;

import java.time.Duration;
import java.time.Instant;

/**
 * How fast calls are released to a destination that recovers: a ramp with additive increase and
 * multiplicative decrease (AIMD), and the token bucket that grants calls at that rate.
 *
 * <p>Once a second, while the rate is used and calls are answered, it grows: at first by 30 % of
 * what it began with, and by no less than 12 %. It is cut, at most once a second, when more than 15
 * % of the calls since the last step have failed.
 *
 * <p>A destination that serves bursts hides for some seconds that its capacity is exceeded, so the
 * first cut is only a rough measure of it. From there the rate grows slowly until the second cut,
 * which is exact. After each further one the rate soon returns to a little below the capacity,
 * stays there for some time and then increases faster and faster, as CUBIC does in TCP: each time
 * that the capacity is exceeded costs calls. The ramp ends when the destination was asked for less
 * than the rate for some seconds.
 *
 * <p>Calls that fail below the capacity fail for other reasons. A cut must not be due to them, or
 * each would lower the rate further: as many are tolerated in addition, and the rate grows faster.
 *
 * @param perSecond calls per second
 * @param goodput calls per second that succeeded, smoothed
 * @param plateau the rate a little below the destination's capacity; 0 before the first cut
 * @param cuts how often the capacity was exceeded
 * @param cutAt when the rate was last cut, or the ramp began
 * @param step what was counted since the last step
 * @param noise the share of calls that fail below the destination's capacity, smoothed
 * @param tokens the token bucket
 */
public record ReleaseRate(
    double perSecond,
    double goodput,
    double plateau,
    int cuts,
    Instant cutAt,
    Step step,
    double noise,
    Tokens tokens) {
  private static final double LOWEST = 0.2;
  private static final double HIGHEST = 1e6; // a ramp that never fails must not grow forever
  private static final Duration STEP = Duration.ofSeconds(1);
  // Few calls say little: a step with fewer takes up to this long.
  private static final Duration LONGEST_STEP = Duration.ofSeconds(5);
  private static final int ENOUGH_CALLS = 5;
  private static final double ENOUGH_SECONDS = 0.7;
  private static final double SMOOTHING = 0.3;
  private static final double FIRST_GROWTH = 0.3;
  private static final double LEAST_GROWTH = 0.12;
  private static final double GROWTH_AFTER_FIRST_CUT = 1.03;
  private static final double GROWTH_TO_PLATEAU = 1.2;
  private static final double SECONDS_TO_DOUBLE = 150;
  private static final double DEPTH = 0.4; // of a cut after which all calls failed
  private static final double LARGEST_CUT = 0.6;
  private static final double ROUGH_CAPACITY = 0.7; // of the rate at the first cut
  private static final double BELOW_CAPACITY = 0.99;
  private static final double TOLERATED_FAILURES = 0.15;
  private static final int FEWEST_FAILURES = 3;
  private static final double MOST_NOISE = 0.35;
  private static final double LITTLE_NOISE = 0.03;
  private static final double CALLS_TO_TRUST = 20; // in a share of failed calls
  private static final double UNUSED = 0.25;
  private static final double HALF_USED = 0.5; // workers that can't send more don't raise the rate
  private static final double ANSWERED = 0.3;
  private static final int UNUSED_STEPS = 5;
  // What one worker cannot use is granted to the next one within this time.
  private static final double BURST_SECONDS = 0.5;

  /**
   * What was counted since a step began.
   *
   * @param unusedBefore in how many steps before it the rate was not used up
   */
  public record Step(
      Instant since, int unusedBefore, int granted, int unused, int succeeded, int failed) {
    static Step at(Instant now, int unusedBefore) {
      return new Step(now, unusedBefore, 0, 0, 0, 0);
    }

    Step answered(int moreSucceeded, int moreFailed) {
      return new Step(
          since, unusedBefore, granted, unused, succeeded + moreSucceeded, failed + moreFailed);
    }

    Step granted(int more, int moreUnused) {
      return new Step(since, unusedBefore, granted + more, unused + moreUnused, succeeded, failed);
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
    return ramp(start, now);
  }

  /** Begins a ramp for a destination that may be down: at the lowest rate. */
  static ReleaseRate beginSlowly(Instant now) {
    return ramp(LOWEST, now);
  }

  private static ReleaseRate ramp(double start, Instant now) {
    return new ReleaseRate(start, start, 0, 0, now, Step.at(now, 0), 0, new Tokens(1, now));
  }

  /** Returns this rate after the outcomes of calls that were sent since {@link #cutAt}. */
  ReleaseRate after(int succeeded, int failed, Instant now) {
    Step counted = step.answered(succeeded, failed);
    Duration passed = Duration.between(step.since, now);
    int total = counted.succeeded + counted.failed;
    boolean idle = counted.granted == 0 && tokens.available >= 1;
    boolean early = !idle && total < ENOUGH_CALLS && passed.compareTo(LONGEST_STEP) < 0;
    boolean failing = counted.failed > (TOLERATED_FAILURES + noise) * total;
    boolean overloaded =
        failing
            && counted.failed >= FEWEST_FAILURES
            && Duration.between(cutAt, now).compareTo(STEP) >= 0;
    if (overloaded) {
      return cut(counted, now); // without waiting for the end of the step
    }
    if (passed.compareTo(STEP) < 0 || early) {
      return new ReleaseRate(perSecond, goodput, plateau, cuts, cutAt, counted, noise, tokens);
    }
    if (failing) {
      return cut(counted, now);
    }
    double seconds = passed.toNanos() / 1e9;
    int used = counted.granted - counted.unused;
    boolean halfUsed = used >= HALF_USED * perSecond * seconds;
    boolean unused =
        idle
            || (counted.unused > 0 && counted.unused >= UNUSED * counted.granted)
            || (perSecond * seconds >= ENOUGH_CALLS && !halfUsed);
    boolean answered = counted.succeeded >= ANSWERED * used;
    double achieved = counted.succeeded / seconds;
    return new ReleaseRate(
        answered && halfUsed ? Math.min(HIGHEST, increased(now)) : perSecond,
        unused ? goodput : goodput + SMOOTHING * (achieved - goodput),
        plateau,
        cuts,
        cutAt,
        Step.at(now, unused ? step.unusedBefore + 1 : 0),
        noiseWith(counted),
        tokens);
  }

  /** Cuts the rate in proportion to failed calls. Rejected calls may have cost capacity. */
  private ReleaseRate cut(Step counted, Instant now) {
    double share = (double) counted.failed / (counted.failed + counted.succeeded);
    // A cut on the way back says that the destination has not settled yet, not what it can do.
    boolean returning = perSecond < plateau;
    double level = BELOW_CAPACITY * (returning ? plateau : capacity(counted, now));
    double wanted = Math.min(perSecond, level) * (1 - DEPTH * share);
    return new ReleaseRate(
        Math.max(LOWEST, Math.max(LARGEST_CUT * perSecond, wanted)),
        Math.min(perSecond, level),
        level,
        returning ? cuts : cuts + 1,
        now,
        Step.at(now, 0),
        noiseWith(counted),
        tokens);
  }

  private double noiseWith(Step counted) {
    // In the step after a cut, calls still fail because of the rate before it.
    boolean below = perSecond <= plateau && counted.since.isAfter(cutAt);
    double total = counted.failed + counted.succeeded;
    return below
        ? Math.min(MOST_NOISE, noise + (counted.failed - noise * total) / (total + CALLS_TO_TRUST))
        : noise;
  }

  /** An estimate of the calls per second that the destination can do, when these are exceeded. */
  private double capacity(Step counted, Instant now) {
    double seconds = Duration.between(step.since, now).toNanos() / 1e9;
    double achieved =
        cuts == 0
            ? ROUGH_CAPACITY * perSecond
            : seconds < ENOUGH_SECONDS ? 0 : counted.succeeded / seconds;
    return Math.min(perSecond, Math.max(goodput, achieved) / (1 - noise));
  }

  private double increased(Instant now) {
    double seconds = Duration.between(cutAt, now).toNanos() / 1e9;
    if (plateau == 0) {
      double linear = FIRST_GROWTH / (1 + FIRST_GROWTH * (seconds - 1));
      return perSecond * (1 + Math.max(LEAST_GROWTH, linear));
    }
    if (perSecond < plateau) {
      return Math.min(plateau, perSecond * GROWTH_TO_PLATEAU);
    }
    if (cuts == 1) {
      return perSecond * GROWTH_AFTER_FIRST_CUT;
    }
    double time = seconds / SECONDS_TO_DOUBLE;
    double curve = plateau * (1 + time * time * time);
    return Math.max(curve, perSecond * (1 + Math.max(0, noise - LITTLE_NOISE)));
  }

  /** Whether the destination was asked for less than the rate for some seconds. */
  boolean isUnused() {
    return step.unusedBefore >= UNUSED_STEPS;
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
    return new ReleaseRate(perSecond, goodput, plateau, cuts, cutAt, counted, noise, left);
  }
}
