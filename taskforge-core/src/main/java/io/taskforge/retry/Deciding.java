package io.taskforge.retry;

import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The decision itself, for {@link RetryPolicy}: first whether, then when, then whether that is in
 * time.
 */
final class Deciding {
  private Deciding() {}

  static RetryDecision decide(
      RetryPolicy policy, Failure failure, RetrySituation situation, RandomGenerator random) {
    GiveUpReason never = whyNever(policy, failure, situation);
    if (never != null) {
      return giveUp(situation, never, detail(never, policy, failure, situation));
    }
    DelayExplanation delay = overridden(ownDelay(policy, situation, random), policy, failure);
    GiveUpReason late = whyTooLate(policy, situation, delay.chosen());
    return late == null
        ? new RetryDecision.Retry(delay)
        : giveUp(situation, late, detailOfTime(late, situation, delay.chosen()));
  }

  static RetryRecommendation recommend(
      RetryPolicy policy, Failure failure, RetrySituation situation) {
    boolean exhausted = situation.failures() > policy.maxRetries();
    GiveUpReason reason = whyNever(policy, failure, situation);
    DelayRange range = null;
    if (reason == null) {
      range = recommendedRange(policy, failure, situation);
      reason = whyTooLate(policy, situation, range.min());
    }
    int nextAttempt = Math.max(situation.failures(), situation.failures() + 1);
    return new RetryRecommendation(
        reason == null, exhausted, nextAttempt, reason == null ? range : null, reason);
  }

  static DelayRange range(RetryPolicy policy, int retry) {
    if (retry < 1) {
      throw new IllegalArgumentException("retry must be at least 1 but was " + retry);
    }
    // The longest that decorrelated jitter can reach is three times the longest before it.
    long first = first(policy);
    long longestBefore = Math.round(first * Math.pow(3, retry - 1.0));
    return rangeAfter(policy, retry, longestBefore);
  }

  private static @Nullable GiveUpReason whyNever(
      RetryPolicy policy, Failure failure, RetrySituation situation) {
    if (failure.retryForbidden()) {
      return GiveUpReason.FORBIDDEN_BY_HANDLER;
    }
    if (policy.neverOn().matches(failure)) {
      return GiveUpReason.ON_NEVER_LIST;
    }
    if (policy.retryOn().isEmpty()) {
      if (failure.kind() == FailureKind.PERMANENT) {
        return GiveUpReason.PERMANENT_FAILURE;
      }
    } else if (!policy.retryOn().matches(failure)) {
      return GiveUpReason.NOT_ON_RETRY_LIST;
    }
    return situation.failures() > policy.maxRetries() ? GiveUpReason.RETRIES_EXHAUSTED : null;
  }

  private static @Nullable GiveUpReason whyTooLate(
      RetryPolicy policy, RetrySituation situation, Duration delay) {
    Duration maxElapsed = policy.maxElapsed();
    if (maxElapsed != null && startsAfter(situation, delay).compareTo(maxElapsed) > 0) {
      return GiveUpReason.TIME_EXHAUSTED;
    }
    Duration untilDeadline = situation.untilDeadline();
    if (untilDeadline != null && delay.compareTo(untilDeadline) > 0) {
      return GiveUpReason.DEADLINE;
    }
    return null;
  }

  /** The time from the first attempt to the next one; a sum of foreign durations may overflow. */
  private static Duration startsAfter(RetrySituation situation, Duration delay) {
    return Duration.ofNanos(Saturating.plus(nanos(situation.elapsed()), nanos(delay)));
  }

  private static DelayExplanation ownDelay(
      RetryPolicy policy, RetrySituation situation, RandomGenerator random) {
    int retry = situation.failures();
    long cap = policy.maxDelay().toNanos();
    long raw = Math.max(0, nanos(policy.backoff().delay(retry)));
    long base = Math.min(raw, cap);
    long first = first(policy);
    Duration previous = situation.previousDelay();
    Jitter jitter = policy.jitter();
    long min = jitter.min(base, first);
    long max = jitter.max(base, first, previous == null ? first : nanos(previous), cap);
    return new DelayExplanation(policy, retry, raw, base, min, max, jitter.pick(min, max, random));
  }

  /** A handler knows best; after it, the other side's Retry-After is the least that is waited. */
  private static DelayExplanation overridden(
      DelayExplanation own, RetryPolicy policy, Failure failure) {
    Duration requested = failure.requestedDelay();
    if (requested != null) {
      return own.overridden(DelayOverride.HANDLER, nanos(requested));
    }
    Duration retryAfter = failure.retryAfter();
    if (retryAfter == null) {
      return own;
    }
    boolean cut = retryAfter.compareTo(policy.maxRetryAfter()) > 0;
    Duration honoured = cut ? policy.maxRetryAfter() : retryAfter;
    if (honoured.compareTo(own.picked()) <= 0) {
      return own;
    }
    return own.overridden(
        cut ? DelayOverride.RETRY_AFTER_CUT : DelayOverride.RETRY_AFTER, nanos(retryAfter));
  }

  private static DelayRange recommendedRange(
      RetryPolicy policy, Failure failure, RetrySituation situation) {
    Duration previous = situation.previousDelay();
    DelayRange own =
        rangeAfter(
            policy, situation.failures(), previous == null ? first(policy) : nanos(previous));
    Duration requested = failure.requestedDelay();
    if (requested != null) {
      Duration asked = Duration.ofNanos(nanos(requested));
      return new DelayRange(own.base(), asked, asked);
    }
    Duration retryAfter = failure.retryAfter();
    if (retryAfter == null) {
      return own;
    }
    Duration least = shorter(retryAfter, policy.maxRetryAfter());
    return new DelayRange(own.base(), longer(own.min(), least), longer(own.max(), least));
  }

  private static DelayRange rangeAfter(RetryPolicy policy, int retry, long previous) {
    long cap = policy.maxDelay().toNanos();
    long base = Math.min(Math.max(0, nanos(policy.backoff().delay(retry))), cap);
    long first = first(policy);
    return new DelayRange(
        Duration.ofNanos(base),
        Duration.ofNanos(policy.jitter().min(base, first)),
        Duration.ofNanos(policy.jitter().max(base, first, previous, cap)));
  }

  private static long first(RetryPolicy policy) {
    return Math.min(policy.backoff().delay(1).toNanos(), policy.maxDelay().toNanos());
  }

  /** A foreign duration may be longer than a long holds nanoseconds. */
  private static long nanos(Duration duration) {
    return duration.compareTo(Backoff.LONGEST) >= 0 ? Long.MAX_VALUE : duration.toNanos();
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static RetryDecision giveUp(
      RetrySituation situation, GiveUpReason reason, String detail) {
    return situation.deadLetterQueue()
        ? new RetryDecision.DeadLetter(reason, detail)
        : new RetryDecision.Fail(reason, detail);
  }

  private static String detail(
      GiveUpReason reason, RetryPolicy policy, Failure failure, RetrySituation situation) {
    return reason == GiveUpReason.RETRIES_EXHAUSTED
        ? "attempt "
            + situation.failures()
            + " of "
            + policy.maxAttempts()
            + " failed with "
            + failure.type()
        : failure.type().name();
  }

  private static String detailOfTime(GiveUpReason late, RetrySituation situation, Duration delay) {
    return late == GiveUpReason.DEADLINE
        ? "the next retry would start in " + DurationText.forPeople(delay) + ", after the deadline"
        : "the next retry would start "
            + DurationText.forPeople(startsAfter(situation, delay))
            + " after the first attempt";
  }
}
