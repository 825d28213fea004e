package io.taskforge.retry;

import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * A backoff strategy: how the delay grows with each retry, before cap and jitter. Implementations
 * are immutable and pure, and do not overflow for any retry number from 1 to 2^31−1.
 *
 * <p>To add a strategy, implement this interface; {@link RetryPolicyJson#withStrategy} registers
 * its JSON form.
 */
public interface Backoff {
  /** The longest delay; far above every cap. */
  Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  /** The strategy's name in JSON. */
  String strategy();

  /**
   * Returns the delay before retry {@code retry}; retry 1 follows the first attempt. Never
   * negative, at most {@link #LONGEST}.
   */
  Duration delay(int retry);

  /** Returns how {@link #delay} was computed, such as {@code 2s × 2^3}. */
  default String formula(int retry) {
    return DurationText.forPeople(delay(retry));
  }

  /** Fixed backoff: the same delay each time. */
  record Fixed(Duration delay) implements Backoff {
    public Fixed {
      PolicyLimits limits = new PolicyLimits();
      limits.positive("backoff.delay", delay);
      limits.refuseFaults();
    }

    @Override
    public String strategy() {
      return "fixed";
    }

    @Override
    public Duration delay(int retry) {
      return delay;
    }
  }

  /** Linear backoff: {@code initial + increment × (retry − 1)}. */
  record Linear(Duration initial, Duration increment) implements Backoff {
    public Linear {
      PolicyLimits limits = new PolicyLimits();
      limits.positive("backoff.initial", initial);
      limits.notNegative("backoff.increment", increment);
      limits.refuseFaults();
    }

    @Override
    public String strategy() {
      return "linear";
    }

    @Override
    public Duration delay(int retry) {
      return Duration.ofNanos(
          SaturatingMath.plus(
              initial.toNanos(), SaturatingMath.times(increment.toNanos(), retry - 1L)));
    }

    @Override
    public String formula(int retry) {
      return DurationText.forPeople(initial)
          + " + "
          + DurationText.forPeople(increment)
          + " × "
          + (retry - 1);
    }
  }

  /** Exponential backoff: {@code initial × multiplier^(retry − 1)}. */
  record Exponential(Duration initial, double multiplier) implements Backoff {
    public Exponential {
      PolicyLimits limits = new PolicyLimits();
      limits.positive("backoff.initial", initial);
      limits.multiplier("backoff.multiplier", multiplier);
      limits.refuseFaults();
    }

    @Override
    public String strategy() {
      return "exponential";
    }

    @Override
    public Duration delay(int retry) {
      // Math.round saturates at Long.MAX_VALUE. Beyond 104 days a double is coarser than a
      // nanosecond; max keeps that from making the first delay shorter.
      long nanos = initial.toNanos();
      return Duration.ofNanos(
          Math.max(nanos, Math.round(nanos * Math.pow(multiplier, retry - 1.0))));
    }

    @Override
    public String formula(int retry) {
      return DurationText.forPeople(initial)
          + " × "
          + BigDecimal.valueOf(multiplier).stripTrailingZeros().toPlainString()
          + "^"
          + (retry - 1);
    }
  }

  /** Fibonacci backoff: {@code base × 1, 1, 2, 3, 5, 8 …}. */
  record Fibonacci(Duration base) implements Backoff {
    public Fibonacci {
      PolicyLimits limits = new PolicyLimits();
      limits.positive("backoff.base", base);
      limits.refuseFaults();
    }

    @Override
    public String strategy() {
      return "fibonacci";
    }

    @Override
    public Duration delay(int retry) {
      return Duration.ofNanos(
          SaturatingMath.times(base.toNanos(), SaturatingMath.fibonacci(retry)));
    }

    @Override
    public String formula(int retry) {
      String factor =
          retry <= SaturatingMath.LAST_FIBONACCI
              ? Long.toString(SaturatingMath.fibonacci(retry))
              : "F(" + retry + ")";
      return DurationText.forPeople(base) + " × " + factor;
    }
  }

  /** A list of delays; the last one repeats. */
  record Listed(List<Duration> delays) implements Backoff {
    public Listed {
      delays = List.copyOf(delays);
      PolicyLimits limits = new PolicyLimits();
      limits.listed("backoff.delays", delays);
      limits.refuseFaults();
    }

    @Override
    public String strategy() {
      return "list";
    }

    @Override
    public Duration delay(int retry) {
      return delays.get(Math.min(retry, delays.size()) - 1);
    }
  }
}
