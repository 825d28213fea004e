package io.taskforge.spring;

import io.taskforge.failure.ErrorType;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A retry policy, as changes to a preset.
 *
 * @param base the preset to start from; "default" if not set
 * @param strategy how delays grow
 * @param initialDelay the delay before the first retry
 * @param multiplier the factor between two delays of the exponential strategy
 * @param delays the delay before each retry, instead of a strategy; the last one repeats
 * @param maxDelay the longest delay
 * @param jitter how delays are spread
 * @param jitterFactor the spread of proportional jitter, from 0 to 1
 * @param maxRetries the number of retries
 * @param maxElapsed no retry is made later than this after the first attempt
 * @param retryOn the error types that are retried; all that may be temporary if empty
 * @param never the error types that are never retried
 */
public record PolicyProperties(
    @Nullable String base,
    @Nullable Strategy strategy,
    @Nullable Duration initialDelay,
    @Nullable Double multiplier,
    @Nullable List<Duration> delays,
    @Nullable Duration maxDelay,
    Jitter.@Nullable Type jitter,
    @Nullable Double jitterFactor,
    @Nullable Integer maxRetries,
    @Nullable Duration maxElapsed,
    @Nullable List<String> retryOn,
    @Nullable List<String> never) {
  private static final double DEFAULT_FACTOR = 0.1;
  private static final Duration DEFAULT_INITIAL = Duration.ofSeconds(1);

  /** How delays grow. */
  public enum Strategy {
    FIXED,
    LINEAR,
    EXPONENTIAL,
    FIBONACCI
  }

  /**
   * Returns the policy.
   *
   * @throws IllegalArgumentException if a value is out of range, or two exclude each other
   */
  public RetryPolicy policy() {
    RetryPolicy policy = delayed(preset(RetryPolicies.all()));
    if (jitter != null) {
      policy =
          policy.jitter(
              jitter == Jitter.Type.PROPORTIONAL
                  ? Jitter.proportional(jitterFactor == null ? DEFAULT_FACTOR : jitterFactor)
                  : new Jitter(jitter, 0));
    } else if (jitterFactor != null) {
      throw new IllegalArgumentException("jitter-factor needs jitter: proportional");
    }
    if (maxRetries != null) {
      policy = policy.maxRetries(maxRetries);
    }
    if (maxElapsed != null) {
      policy = policy.within(maxElapsed);
    }
    if (retryOn != null) {
      policy = policy.retryOn(errors(retryOn));
    }
    return never == null ? policy : policy.never(errors(never));
  }

  private RetryPolicy preset(Map<String, RetryPolicy> presets) {
    String name = base == null ? "default" : base;
    RetryPolicy preset = presets.get(name);
    if (preset == null) {
      throw new IllegalArgumentException(
          "base must be one of %s but was '%s'".formatted(presets.keySet(), name));
    }
    return preset;
  }

  /** Returns the preset with the delays of these properties. */
  private RetryPolicy delayed(RetryPolicy preset) {
    Duration cap = maxDelay == null ? preset.maxDelay() : maxDelay;
    RetryPolicy shape = shape();
    return shape == null
        ? preset.cappedAt(cap)
        : shape
            .cappedAt(cap)
            .jitter(preset.jitter())
            .maxRetries(delays == null ? preset.maxRetries() : shape.maxRetries())
            .retryOn(preset.retryOn())
            .never(preset.neverOn())
            .within(preset.maxElapsed())
            .maxRetryAfter(preset.maxRetryAfter());
  }

  private @Nullable RetryPolicy shape() {
    if (delays != null) {
      if (strategy != null || initialDelay != null || multiplier != null) {
        throw new IllegalArgumentException(
            "delays cannot be combined with strategy, initial-delay or multiplier");
      }
      return RetryPolicy.delays(delays.toArray(Duration[]::new));
    }
    if (strategy == null && initialDelay == null && multiplier == null) {
      return null;
    }
    Duration first = initialDelay == null ? DEFAULT_INITIAL : initialDelay;
    RetryPolicy shape =
        switch (strategy == null ? Strategy.EXPONENTIAL : strategy) {
          case FIXED -> RetryPolicy.fixed(first);
          case LINEAR -> RetryPolicy.linear(first);
          case EXPONENTIAL -> RetryPolicy.exponential(first);
          case FIBONACCI -> RetryPolicy.fibonacci(first);
        };
    return multiplier == null ? shape : shape.multipliedBy(multiplier);
  }

  private static ErrorType[] errors(List<String> names) {
    return names.stream().map(ErrorType::of).toArray(ErrorType[]::new);
  }
}
