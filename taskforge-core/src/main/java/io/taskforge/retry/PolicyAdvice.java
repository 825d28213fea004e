package io.taskforge.retry;

import io.taskforge.text.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Advice on valid retry policies: what is outside the ranges that suit most jobs. A policy may have
 * good reasons for its values, so advice is not an error.
 */
public final class PolicyAdvice {
  private static final int MIN_RETRIES = 2;
  private static final int MAX_RETRIES = 4;
  private static final Duration MIN_INITIAL = Duration.ofSeconds(1);
  private static final Duration MAX_INITIAL = Duration.ofSeconds(5);
  private static final Duration MIN_CAP = Duration.ofMinutes(5);
  private static final Duration MAX_CAP = Duration.ofMinutes(10);
  private static final double MULTIPLIER = 2;
  private static final double MIN_JITTER = 0.1;
  private static final double MAX_JITTER = 0.25;

  private PolicyAdvice() {}

  /** Returns one sentence for each value outside its recommended range. */
  public static List<String> on(RetryPolicy policy) {
    int retries = policy.maxRetries();
    List<String> advice = new ArrayList<>();
    if (retries < MIN_RETRIES || retries > MAX_RETRIES) {
      advice.add(
          "maxRetries is %d; %d to %d is recommended".formatted(retries, MIN_RETRIES, MAX_RETRIES));
    }
    if (retries == 0) {
      return List.copyOf(advice);
    }
    range(advice, "the first delay", policy.backoff().delay(1), MIN_INITIAL, MAX_INITIAL);
    if (!(policy.backoff() instanceof Backoff.Fixed)
        && !(policy.backoff() instanceof Backoff.Listed)) { // a cap matters if delays grow
      range(advice, "maxDelay", policy.maxDelay(), MIN_CAP, MAX_CAP);
    }
    if (policy.backoff() instanceof Backoff.Exponential exponential
        && exponential.multiplier() != MULTIPLIER) {
      advice.add(
          "backoff.multiplier is %s; %s is recommended"
              .formatted(plain(exponential.multiplier()), plain(MULTIPLIER)));
    }
    jitter(advice, policy.jitter());
    return List.copyOf(advice);
  }

  private static void range(
      List<String> advice, String name, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      advice.add(
          "%s is %s; %s to %s is recommended"
              .formatted(
                  name,
                  DurationText.forPeople(value),
                  DurationText.forPeople(min),
                  DurationText.forPeople(max)));
    }
  }

  /** Full, equal and decorrelated jitter spread more than the recommended share, by design. */
  private static void jitter(List<String> advice, Jitter jitter) {
    if (jitter.type() == Jitter.Type.NONE) {
      advice.add("there is no jitter; proportional jitter of 0.1 to 0.25 is recommended");
    } else if (jitter.type() == Jitter.Type.PROPORTIONAL
        && (jitter.factor() < MIN_JITTER || jitter.factor() > MAX_JITTER)) {
      advice.add(
          "jitter.factor is %s; %s to %s is recommended"
              .formatted(plain(jitter.factor()), plain(MIN_JITTER), plain(MAX_JITTER)));
    }
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
