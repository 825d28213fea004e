package io.taskforge.retry;

import io.taskforge.failure.Errors;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The built-in retry policies (presets), by name. */
public final class RetryPolicies {
  /** The default: exponential backoff from 1 s, 3 retries. */
  public static final RetryPolicy DEFAULT =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(300))
          .jitter(Jitter.proportional(0.1))
          .maxRetries(3);

  /** Three attempts, only for errors known to be temporary. */
  public static final RetryPolicy STANDARD =
      DEFAULT
          .maxAttempts(3)
          .retryOn(Errors.TIMEOUT, Errors.CONNECTION_ERROR, Errors.TEMPORARY_FAILURE)
          .retryOnStatus(500, 502, 503, 504);

  /** Delays of 30 s, 60 s and 120 s, for services that need time to recover. */
  public static final RetryPolicy WEBHOOK =
      RetryPolicy.delays(Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(120))
          .cappedAt(Duration.ofSeconds(120));

  /** Exponential backoff from 500 ms with full jitter, 3 retries. */
  public static final RetryPolicy FULL_JITTER =
      RetryPolicy.exponential(Duration.ofMillis(500))
          .cappedAt(Duration.ofSeconds(30))
          .jitter(Jitter.full())
          .maxRetries(3);

  /** Delays of 1 s, 2 s and 4 s, without jitter. */
  public static final RetryPolicy SCHEDULER =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(300))
          .maxRetries(3);

  /** Delays of minutes: exponential backoff from 1 min. */
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

  /** 5 retries with full jitter, for important jobs. */
  public static final RetryPolicy CONSERVATIVE =
      RetryPolicy.exponential(Duration.ofSeconds(1))
          .cappedAt(Duration.ofSeconds(60))
          .jitter(Jitter.full())
          .maxRetries(5);

  /** 2 quick retries, for jobs that are useless when late. */
  public static final RetryPolicy AGGRESSIVE =
      RetryPolicy.exponential(Duration.ofMillis(100))
          .cappedAt(Duration.ofSeconds(5))
          .jitter(Jitter.full())
          .maxRetries(2);

  /** One attempt, no retry. */
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
