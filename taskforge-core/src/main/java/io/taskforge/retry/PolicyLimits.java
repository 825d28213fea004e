package io.taskforge.retry;

import io.taskforge.json.Fault;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Validates the values of a policy, for both the Java API and JSON. Collects all faults; each check
 * returns whether its value is valid.
 */
public final class PolicyLimits {
  /** The maximum number of retries. */
  public static final int MAX_RETRIES = 1_000_000;

  /** The maximum number of delays in a list. */
  public static final int MAX_LISTED = 1_000;

  static final Duration MAX_DURATION = Duration.ofDays(3_650);

  private static final String AT_MOST = " and at most " + DurationText.format(MAX_DURATION);

  private final List<Fault> faults;

  /** Creates checks that add what they find to {@code faults}. */
  public PolicyLimits(List<Fault> faults) {
    this.faults = faults;
  }

  PolicyLimits() {
    this(new ArrayList<>());
  }

  /** Adds a fault. */
  public void add(String key, Object value, String rule) {
    faults.add(
        new Fault(
            key,
            value instanceof Duration d ? DurationText.format(d) : String.valueOf(value),
            rule));
  }

  /**
   * Checks that a duration is positive and not too long; adds a fault and returns false otherwise.
   */
  public boolean positive(String key, Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(MAX_DURATION) > 0) {
      add(key, value, "must be more than 0s" + AT_MOST);
      return false;
    }
    return true;
  }

  /**
   * Checks that a duration is not negative and not too long; adds a fault and returns false
   * otherwise.
   */
  public boolean notNegative(String key, Duration value) {
    if (value.isNegative() || value.compareTo(MAX_DURATION) > 0) {
      add(key, value, "must be 0s or more" + AT_MOST);
      return false;
    }
    return true;
  }

  /** Checks that a multiplier is at least 1; adds a fault and returns false otherwise. */
  public boolean multiplier(String key, double value) {
    if (!(value >= 1) || Double.isInfinite(value)) {
      add(key, value, "must be a finite number of at least 1");
      return false;
    }
    return true;
  }

  /** Checks that a factor is from 0 to 1; adds a fault and returns false otherwise. */
  public boolean factor(String key, double value) {
    if (!(value >= 0 && value <= 1)) {
      add(key, value, "must be a number from 0 to 1");
      return false;
    }
    return true;
  }

  void maxRetries(String key, long value) {
    if (value < 0 || value > MAX_RETRIES) {
      add(key, value, "must be from 0 to " + MAX_RETRIES);
    }
  }

  void listed(String key, List<Duration> delays) {
    if (delays.isEmpty() || delays.size() > MAX_LISTED) {
      add(key, delays.size() + " delays", "must hold from 1 to " + MAX_LISTED + " delays");
    }
    for (int i = 0; i < delays.size(); i++) {
      positive(key + "[" + i + "]", delays.get(i));
    }
  }

  /** Checks that the cap is not below the first delay. */
  public void cap(Duration maxDelay, @Nullable Duration firstDelay) {
    if (positive("maxDelay", maxDelay)
        && firstDelay != null
        && maxDelay.compareTo(firstDelay) < 0) {
      add(
          "maxDelay",
          maxDelay,
          "must be at least the first delay, " + DurationText.format(firstDelay));
    }
  }

  /**
   * Throws if there are faults.
   *
   * @throws InvalidPolicyException with all faults
   */
  public void refuseFaults() {
    if (!faults.isEmpty()) {
      throw new InvalidPolicyException(faults);
    }
  }
}
