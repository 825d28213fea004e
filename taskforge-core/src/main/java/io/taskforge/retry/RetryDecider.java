package io.taskforge.retry;

import io.taskforge.failure.DelayOverride;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The decision itself, for {@link RetryPolicy}: first whether, then when, then whether that is in
 * time.
 */
final class RetryDecider {
  private RetryDecider() {}

  static RetryDecision decide(
      RetryPolicy policy, Failure failure, RetrySituation situation, RandomGenerator random) {
    GiveUpReason never = whyNever(policy, failure, situation);
    if (never != null) {
      return giveUp(new GiveUp(never, policy, failure.type(), situation, 0));
    }
    DelayExplanation delay = delay(policy, failure, situation, random);
    GiveUpReason late = whyTooLate(policy, situation, delay.chosenNanos());
    return late == null
        ? new RetryDecision.Retry(delay)
        : giveUp(new GiveUp(late, policy, failure.type(), situation, delay.chosenNanos()));
  }

  static RetryRecommendation recommend(
      RetryPolicy policy, Failure failure, RetrySituation situation) {
    boolean exhausted = situation.failures() > policy.maxRetries();
    GiveUpReason reason = whyNever(policy, failure, situation);
    DelayRange range = null;
    if (reason == null) {
      range = recommendedRange(policy, failure, situation);
      reason = whyTooLate(policy, situation, nanos(range.min()));
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

  // A handler that asks for a retry knows that this failure passes, whatever its kind; what the
  // policy never retries, and how often it retries at all, still holds.
  private static @Nullable GiveUpReason whyNever(
      RetryPolicy policy, Failure failure, RetrySituation situation) {
    if (failure.retryForbidden()) {
      return GiveUpReason.FORBIDDEN_BY_HANDLER;
    }
    if (policy.neverOn().matches(failure)) {
      return GiveUpReason.ON_NEVER_LIST;
    }
    if (failure.requestedDelay() == null) {
      if (policy.retryOn().isEmpty()) {
        if (failure.kind() == FailureKind.PERMANENT) {
          return GiveUpReason.PERMANENT_FAILURE;
        }
      } else if (!policy.retryOn().matches(failure)) {
        return GiveUpReason.NOT_ON_RETRY_LIST;
      }
    }
    return situation.failures() > policy.maxRetries() ? GiveUpReason.RETRIES_EXHAUSTED : null;
  }

  // In nanoseconds, because a duration made on the way to each decision is garbage at once.
  private static @Nullable GiveUpReason whyTooLate(
      RetryPolicy policy, RetrySituation situation, long delay) {
    Duration maxElapsed = policy.maxElapsed();
    if (maxElapsed != null
        && SaturatingMath.plus(nanos(situation.elapsed()), delay) > maxElapsed.toNanos()) {
      return GiveUpReason.TIME_EXHAUSTED;
    }
    Duration untilDeadline = situation.untilDeadline();
    if (untilDeadline != null && (untilDeadline.isNegative() || delay > nanos(untilDeadline))) {
      return GiveUpReason.DEADLINE;
    }
    return null;
  }

  private static DelayExplanation delay(
      RetryPolicy policy, Failure failure, RetrySituation situation, RandomGenerator random) {
    int retry = situation.failures();
    long cap = policy.maxDelay().toNanos();
    long raw = Math.max(0, nanos(policy.backoff().delay(retry)));
    long base = Math.min(raw, cap);
    Jitter jitter = policy.jitter();
    // Only decorrelated jitter looks at the first delay, and asking a strategy makes a duration.
    long first = jitter.type() == Jitter.Type.DECORRELATED ? first(policy) : base;
    Duration previous = situation.previousDelay();
    long min = jitter.min(base, first);
    long max = jitter.max(base, first, previous == null ? first : nanos(previous), cap);
    long picked = jitter.pick(min, max, random);
    DelayOverride override = override(policy, failure, picked);
    return new DelayExplanation(
        policy, retry, raw, min, max, picked, override, asked(override, failure));
  }

  /** A handler knows best; after it, the other side's Retry-After is the least that is waited. */
  private static @Nullable DelayOverride override(
      RetryPolicy policy, Failure failure, long picked) {
    if (failure.requestedDelay() != null) {
      return DelayOverride.HANDLER;
    }
    Duration retryAfter = failure.retryAfter();
    if (retryAfter == null) {
      return null;
    }
    long honoured = Math.min(nanos(retryAfter), policy.maxRetryAfter().toNanos());
    if (honoured <= picked) {
      return null;
    }
    return retryAfter.compareTo(policy.maxRetryAfter()) > 0
        ? DelayOverride.RETRY_AFTER_CUT
        : DelayOverride.RETRY_AFTER;
  }

  private static long asked(@Nullable DelayOverride override, Failure failure) {
    Duration asked =
        override == DelayOverride.HANDLER ? failure.requestedDelay() : failure.retryAfter();
    return override == null || asked == null ? 0 : nanos(asked);
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
    return Math.min(Math.max(0, nanos(policy.backoff().delay(1))), policy.maxDelay().toNanos());
  }

  /** A foreign duration may be longer than a long holds nanoseconds. */
  static long nanos(Duration duration) {
    return duration.compareTo(Backoff.LONGEST) >= 0 ? Long.MAX_VALUE : duration.toNanos();
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static RetryDecision giveUp(GiveUp why) {
    return why.situation().deadLetterQueue()
        ? new RetryDecision.DeadLetter(why)
        : new RetryDecision.Fail(why);
  }
}
