package io.taskforge.retry;

import io.taskforge.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Explains how the delay before a retry was computed. {@link #toString()} returns the explanation
 * in one line.
 *
 * <p>Creates durations and text on demand: every retry has an explanation, and few are read.
 *
 * @param retry the number of the retry; retry 1 follows the first attempt
 * @param rawNanos the delay before the cap, in nanoseconds; {@code minNanos} to {@code maxNanos} is
 *     the jitter's interval, {@code pickedNanos} the delay picked from it
 * @param override why {@code requestedNanos} replaced the picked delay; null if it did not
 */
public record DelayExplanation(
    RetryPolicy policy,
    int retry,
    long rawNanos,
    long minNanos,
    long maxNanos,
    long pickedNanos,
    @Nullable DelayOverride override,
    long requestedNanos) {
  /** The name of the backoff strategy. */
  public String strategy() {
    return policy.backoff().strategy();
  }

  /** The strategy's delay before the cap. */
  public Duration raw() {
    return Duration.ofNanos(rawNanos);
  }

  /** Whether the strategy's delay exceeded the cap. */
  public boolean capped() {
    return rawNanos > policy.maxDelay().toNanos();
  }

  /** The capped delay before jitter, and the interval that jitter picked from. */
  public DelayRange range() {
    long base = Math.min(rawNanos, policy.maxDelay().toNanos());
    return new DelayRange(
        Duration.ofNanos(base), Duration.ofNanos(minNanos), Duration.ofNanos(maxNanos));
  }

  /** The delay that the policy picked from {@link #range()}, before any override. */
  public Duration picked() {
    return Duration.ofNanos(pickedNanos);
  }

  /** The delay that applies. */
  public Duration chosen() {
    return Duration.ofNanos(chosenNanos());
  }

  long chosenNanos() {
    if (override == null) {
      return pickedNanos;
    }
    return override == DelayOverride.RETRY_AFTER_CUT
        ? policy.maxRetryAfter().toNanos()
        : requestedNanos;
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
      line.append(" = ").append(rawNanos == Long.MAX_VALUE ? "longer than any cap" : rawText);
    }
    if (capped()) {
      line.append(", capped at ").append(DurationText.forPeople(policy.maxDelay()));
    }
    line.append(", ").append(policy.jitter().describe());
    if (minNanos != maxNanos) {
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
    String asked = DurationText.forPeople(Duration.ofNanos(requestedNanos));
    return switch (by) {
      case HANDLER -> "the handler asked for " + asked;
      case RETRY_AFTER -> "Retry-After asked for " + asked;
      case RETRY_AFTER_CUT ->
          "Retry-After asked for " + asked + ", cut to the policy's maxRetryAfter";
    };
  }
}
