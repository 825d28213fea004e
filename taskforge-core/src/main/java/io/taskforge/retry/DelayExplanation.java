package io.taskforge.retry;

import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains how the delay before a retry was computed. {@link #toString()} returns the explanation
 * in one line.
 *
 * <p>Creates durations and text on demand: every retry has an explanation, and few are read.
 */
public final class DelayExplanation {
  private final RetryPolicy policy;
  private final int retry;
  private final long raw;
  private final long min;
  private final long max;
  private final long picked;
  private final @Nullable DelayOverride override;
  private final long requested;

  /**
   * All delays are in nanoseconds.
   *
   * @param raw the delay before the cap; {@code min} to {@code max} is the jitter's interval,
   *     {@code picked} the delay picked from it
   * @param override why {@code requested} replaced the picked delay; null if it did not
   */
  DelayExplanation(
      RetryPolicy policy,
      int retry,
      long raw,
      long min,
      long max,
      long picked,
      @Nullable DelayOverride override,
      long requested) {
    this.policy = policy;
    this.retry = retry;
    this.raw = raw;
    this.min = min;
    this.max = max;
    this.picked = picked;
    this.override = override;
    this.requested = requested;
  }

  /** The number of the retry; retry 1 follows the first attempt. */
  public int retry() {
    return retry;
  }

  /** The name of the backoff strategy. */
  public String strategy() {
    return policy.backoff().strategy();
  }

  /** The strategy's delay before the cap. */
  public Duration raw() {
    return Duration.ofNanos(raw);
  }

  /** Whether the strategy's delay exceeded the cap. */
  public boolean capped() {
    return raw > policy.maxDelay().toNanos();
  }

  /** The capped delay before jitter, and the interval that jitter picked from. */
  public DelayRange range() {
    long base = Math.min(raw, policy.maxDelay().toNanos());
    return new DelayRange(Duration.ofNanos(base), Duration.ofNanos(min), Duration.ofNanos(max));
  }

  /** The delay that the policy picked from {@link #range()}, before any override. */
  public Duration picked() {
    return Duration.ofNanos(picked);
  }

  /** Why the picked delay was replaced, if it was. */
  public Optional<DelayOverride> override() {
    return Optional.ofNullable(override);
  }

  /** The delay that applies. */
  public Duration chosen() {
    return Duration.ofNanos(chosenNanos());
  }

  long chosenNanos() {
    if (override == null) {
      return picked;
    }
    return override == DelayOverride.RETRY_AFTER_CUT ? policy.maxRetryAfter().toNanos() : requested;
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(160);
    line.append("retry ").append(retry).append(" of ").append(policy.maxRetries());
    line.append(" in ").append(DurationText.forPeople(chosen())).append(": ").append(strategy());
    String formula = policy.backoff().formula(retry);
    String rawText = DurationText.forPeople(raw());
    line.append(' ').append(formula);
    if (!formula.equals(rawText)) {
      line.append(" = ").append(raw == Long.MAX_VALUE ? "longer than any cap" : rawText);
    }
    if (capped()) {
      line.append(", capped at ").append(DurationText.forPeople(policy.maxDelay()));
    }
    line.append(", ").append(policy.jitter().describe());
    if (min != max) {
      line.append(" from ").append(range());
    }
    if (override != null) {
      line.append("; picked ")
          .append(DurationText.forPeople(picked()))
          .append(", but ")
          .append(overrideText(override));
    }
    return line.toString();
  }

  private String overrideText(DelayOverride by) {
    String asked = DurationText.forPeople(Duration.ofNanos(requested));
    return switch (by) {
      case HANDLER -> "the handler asked for " + asked;
      case RETRY_AFTER -> "Retry-After asked for " + asked;
      case RETRY_AFTER_CUT ->
          "Retry-After asked for " + asked + ", cut to the policy's maxRetryAfter";
    };
  }
}
