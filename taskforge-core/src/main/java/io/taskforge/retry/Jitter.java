package io.taskforge.retry;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.random.RandomGenerator;

/**
 * Randomizes delays, so that jobs that failed together are not retried together (thundering herd).
 *
 * <p>Each type of jitter defines an interval and picks from it uniformly. The cap applies to the
 * interval, not to the picked delay: clamping picked delays would accumulate retries at the cap.
 *
 * <p>To add a type, add it to {@link Type} and to the switches over it, here and in {@link
 * RetryDecider}, the description of policies, the policy editor of the dashboard and the guide to
 * retry policies.
 *
 * @param type the type of jitter
 * @param factor the factor of {@link Type#PROPORTIONAL}; 0 for every other type
 */
public record Jitter(Type type, double factor) {
  private static final Jitter NONE = new Jitter(Type.NONE, 0);
  private static final Jitter FULL = new Jitter(Type.FULL, 0);
  private static final Jitter EQUAL = new Jitter(Type.EQUAL, 0);
  private static final Jitter DECORRELATED = new Jitter(Type.DECORRELATED, 0);

  /** The types of jitter; d is the delay before jitter. */
  public enum Type {
    /** No jitter: d itself. */
    NONE,
    /** From d − factor × d to d + factor × d. */
    PROPORTIONAL,
    /** From just above 0 to d. */
    FULL,
    /** From d / 2 to d. */
    EQUAL,
    /** From the first delay to three times the previous one, independent of d. */
    DECORRELATED
  }

  public Jitter {
    PolicyLimits limits = new PolicyLimits();
    limits.factor("jitter.factor", factor);
    if (type != Type.PROPORTIONAL && factor != 0) {
      limits.add("jitter.factor", factor, "only proportional jitter has a factor");
    }
    limits.refuseFaults();
  }

  /** Returns no jitter: every delay is exact. */
  public static Jitter none() {
    return NONE;
  }

  /** Uniform in d ± {@code factor} × d; {@code factor} is from 0 to 1. */
  public static Jitter proportional(double factor) {
    return new Jitter(Type.PROPORTIONAL, factor);
  }

  /** Uniform in (0, d]. */
  public static Jitter full() {
    return FULL;
  }

  /** Uniform in [d/2, d]. */
  public static Jitter equal() {
    return EQUAL;
  }

  /** Uniform in [first delay, 3 × previous delay]. */
  public static Jitter decorrelated() {
    return DECORRELATED;
  }

  /** The lower end of the interval, in nanoseconds; {@code base} is at most {@code cap}. */
  long min(long base, long first) {
    return switch (type) {
      case NONE -> base;
      case PROPORTIONAL -> Math.max(0, base - Math.round(base * factor));
      case FULL -> 0;
      case EQUAL -> base - base / 2;
      case DECORRELATED -> first;
    };
  }

  /** The upper end of the interval, in nanoseconds, never above {@code cap}. */
  long max(long base, long first, long previous, long cap) {
    return switch (type) {
      case NONE, FULL, EQUAL -> base;
      case PROPORTIONAL -> Math.min(cap, SaturatingMath.plus(base, Math.round(base * factor)));
      case DECORRELATED -> Math.max(first, Math.min(cap, SaturatingMath.times(previous, 3)));
    };
  }

  String describe() {
    return switch (type) {
      case NONE -> "no jitter";
      case PROPORTIONAL ->
          "jitter of ±"
              + BigDecimal.valueOf(factor * 100)
                  .setScale(1, RoundingMode.HALF_UP)
                  .stripTrailingZeros()
                  .toPlainString()
              + "%";
      case FULL -> "full jitter";
      case EQUAL -> "equal jitter";
      case DECORRELATED -> "decorrelated jitter";
    };
  }

  long pick(long min, long max, RandomGenerator random) {
    if (min == max) {
      return min;
    }
    // Full jitter excludes 0, which is not a delay.
    return type == Type.FULL ? 1 + random.nextLong(max) : min + random.nextLong(max - min + 1);
  }
}
