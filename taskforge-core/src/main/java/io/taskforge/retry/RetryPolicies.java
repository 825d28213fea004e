package io.taskforge.retry;

import io.taskforge.failure.Errors;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The policies that come with TaskForge, by name. */
public final class RetryPolicies {
  /** Used where nothing else is set. */
  public static final RetryPolicy DEFAULT =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(300))
          .jitter(Jitter.proportional(0.1))
          .maxRetries(3);

  /** Three attempts, and only for errors that are known to pass. */
  public static final RetryPolicy STANDARD =
      DEFAULT
          .maxAttempts(3)
          .retryOn(Errors.TIMEOUT, Errors.CONNECTION_ERROR, Errors.TEMPORARY_FAILURE)
          .retryOnStatus(500, 502, 503, 504);

  /** Waits that grow with the other side's trouble: 30 s, 60 s, 120 s. */
  public static final RetryPolicy WEBHOOK =
      RetryPolicy.delays(Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(120))
          .cappedAt(Duration.ofSeconds(120));

  /** Spread as widely as can be. */
  public static final RetryPolicy FULL_JITTER =
      RetryPolicy.exponential(Duration.ofMillis(500))
          .cappedAt(Duration.ofSeconds(30))
          .jitter(Jitter.full())
          .maxRetries(3);

  /** To the second: 1 s, 2 s, 4 s. */
  public static final RetryPolicy SCHEDULER =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(300))
          .maxRetries(3);

  /** Minutes, not seconds. */
  public static final RetryPolicy PATIENT =
      RetryPolicy.exponential(Duration.ofMinutes(1))
          .cappedAt(Duration.ofHours(1))
          .jitter(Jitter.proportional(0.2))
          .maxRetries(3)
          .never(
              Errors.VALIDATION,
              Errors.NOT_FOUND,
              Errors.UNAUTHORIZED,
              Errors.FORBIDDEN,
              Errors.SYNTAX);

  /** More retries for what matters. */
  public static final RetryPolicy CONSERVATIVE =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(60))
          .jitter(Jitter.full())
          .maxRetries(5);

  /** Few and quick, for what must be fast or not at all. */
  public static final RetryPolicy AGGRESSIVE =
      RetryPolicy.exponential(Duration.ofMillis(100))
          .cappedAt(Duration.ofSeconds(5))
          .jitter(Jitter.full())
          .maxRetries(2);

  /** One attempt. */
  public static final RetryPolicy ONCE = DEFAULT.jitter(Jitter.none()).maxRetries(0);

  private static final Map<String, RetryPolicy> PRESETS = presets();

  private RetryPolicies() {}

  private static Map<String, RetryPolicy> presets() {
    Map<String, RetryPolicy> byName = new LinkedHashMap<>();
    byName.put("default", DEFAULT);
    byName.put("standard", STANDARD);
    byName.put("webhook", WEBHOOK);
    byName.put("fullJitter", FULL_JITTER);
    byName.put("scheduler", SCHEDULER);
    byName.put("patient", PATIENT);
    byName.put("conservative", CONSERVATIVE);
    byName.put("aggressive", AGGRESSIVE);
    byName.put("once", ONCE);
    return Collections.unmodifiableMap(byName);
  }

  /** Returns the presets by name, {@code default} first. */
  public static Map<String, RetryPolicy> all() {
    return PRESETS;
  }
}
