package io.taskforge.retry;

import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a delay comes from: "why does it run at 14:03:22?" has an answer. {@link #toString()} is
 * that answer in one line.
 *
 * <p>Holds plain nanoseconds and builds durations and text only when asked, because one is made for
 * each retry and read for few.
 */
public final class DelayExplanation {
  private final RetryPolicy policy;
  private final int retry;
  private final long raw;
  private final long base;
  private final long min;
  private final long max;
  private final long picked;
  private final @Nullable DelayOverride override;
  private final long asked;

  /**
   * Explains a delay of the policy's own.
   *
   * @param raw before the cap; {@code base} is after it, {@code min} to {@code max} is the jitter's
   *     interval, {@code picked} the delay; all in nanoseconds
   */
  DelayExplanation(
      RetryPolicy policy, int retry, long raw, long base, long min, long max, long picked) {
    this(policy, retry, raw, base, min, max, picked, null, 0);
  }

  private DelayExplanation(
      RetryPolicy policy,
      int retry,
      long raw,
      long base,
      long min,
      long max,
      long picked,
      @Nullable DelayOverride override,
      long asked) {
    this.policy = policy;
    this.retry = retry;
    this.raw = raw;
    this.base = base;
    this.min = min;
    this.max = max;
    this.picked = picked;
    this.override = override;
    this.asked = asked;
  }

  /** Returns this explanation with its delay replaced by the one that {@code by} asked for. */
  DelayExplanation overridden(DelayOverride by, long askedNanos) {
    return new DelayExplanation(policy, retry, raw, base, min, max, picked, by, askedNanos);
  }

  /** The retry that the delay precedes; 1 follows the first attempt. */
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

  /** Whether the cap cut the strategy's delay. */
  public boolean capped() {
    return raw > base;
  }

  /** The delay before jitter, capped, and the interval that jitter picked from. */
  public DelayRange range() {
    return new DelayRange(Duration.ofNanos(base), Duration.ofNanos(min), Duration.ofNanos(max));
  }

  /** The delay that the policy picked from {@link #range()}, before any override. */
  public Duration picked() {
    return Duration.ofNanos(picked);
  }

  /** What replaced the picked delay, if anything did. */
  public Optional<DelayOverride> override() {
    return Optional.ofNullable(override);
  }

  /** The delay that counts. */
  public Duration chosen() {
    if (override == null) {
      return Duration.ofNanos(picked);
    }
    return override == DelayOverride.RETRY_AFTER_CUT
        ? policy.maxRetryAfter()
        : Duration.ofNanos(asked);
  }

  /** Returns the whole story in one line. */
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
    String asked = DurationText.forPeople(Duration.ofNanos(this.asked));
    return switch (by) {
      case HANDLER -> "the handler asked for " + asked;
      case RETRY_AFTER -> "Retry-After asked for " + asked;
      case RETRY_AFTER_CUT ->
          "Retry-After asked for "
              + asked
              + ", which is cut to the longest that the policy honours";
    };
  }
}
