package io.taskforge.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a job changes about the retry policy that applies to it; null keeps the policy's value. The
 * two are merged at each failure, so that later changes of the policy still reach the job.
 *
 * @param maxRetries the number of retries
 * @param retryDelay the first delay; a list of delays or a custom strategy becomes fixed backoff
 * @param useExponentialBackoff true to double the delay with each retry, false for fixed backoff
 */
public record RetryOverrides(
    @Nullable Integer maxRetries,
    @Nullable Duration retryDelay,
    @Nullable Boolean useExponentialBackoff) {
  public static final RetryOverrides NONE = new RetryOverrides(null, null, null);

  private static final double DOUBLING = 2;

  public RetryOverrides {
    PolicyLimits limits = new PolicyLimits();
    if (maxRetries != null) {
      limits.maxRetries("maxRetries", maxRetries);
    }
    if (retryDelay != null) {
      limits.positive("retryDelay", retryDelay);
    }
    limits.refuseFaults();
  }

  /** Returns these overrides with a number of retries. */
  public RetryOverrides maxRetries(int retries) {
    return new RetryOverrides(retries, retryDelay, useExponentialBackoff);
  }

  /** Returns these overrides with a first delay. */
  public RetryOverrides retryDelay(Duration delay) {
    return new RetryOverrides(maxRetries, delay, useExponentialBackoff);
  }

  /** Returns these overrides with exponential backoff, or fixed backoff if false. */
  public RetryOverrides useExponentialBackoff(boolean exponential) {
    return new RetryOverrides(maxRetries, retryDelay, exponential);
  }

  /** Returns the policy with these overrides; its cap is raised to the first delay if necessary. */
  public RetryPolicy apply(RetryPolicy policy) {
    RetryPolicy counted = maxRetries == null ? policy : policy.maxRetries(maxRetries);
    if (retryDelay == null && useExponentialBackoff == null) {
      return counted;
    }
    Backoff given = policy.backoff();
    Backoff backoff = backoff(given, retryDelay == null ? given.delay(1) : retryDelay);
    Duration first = backoff.delay(1);
    Duration cap = policy.maxDelay();
    return counted.cappedAt(first.compareTo(cap) > 0 ? first : cap).backoff(backoff);
  }

  private Backoff backoff(Backoff given, Duration first) {
    if (useExponentialBackoff != null) {
      return useExponentialBackoff
          ? new Backoff.Exponential(first, DOUBLING)
          : new Backoff.Fixed(first);
    }
    if (given instanceof Backoff.Linear linear) {
      return new Backoff.Linear(first, linear.increment());
    }
    if (given instanceof Backoff.Exponential exponential) {
      return new Backoff.Exponential(first, exponential.multiplier());
    }
    return given instanceof Backoff.Fibonacci
        ? new Backoff.Fibonacci(first)
        : new Backoff.Fixed(first);
  }
}
