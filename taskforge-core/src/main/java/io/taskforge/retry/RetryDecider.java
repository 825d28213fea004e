package io.taskforge.retry;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides for {@link RetryPolicy} in three steps: whether the failure is retried at all, after
 * which delay, and whether that is before the time limit and the deadline.
 */
final class RetryDecider {
  private RetryDecider() {}

  static RetryDecision decide(
      RetryPolicy policy, Failure failure, RetryContext context, RandomGenerator random) {
    GiveUpReason never = whyNever(policy, failure, context);
    if (never != null) {
      return giveUp(new GiveUpExplanation(never, policy, failure.type(), context, 0));
    }
    DelayExplanation delay = delay(policy, failure, context, random);
    GiveUpReason late = whyTooLate(policy, context, delay.chosenNanos());
    return late == null
        ? new RetryDecision.Retry(delay)
        : giveUp(new GiveUpExplanation(late, policy, failure.type(), context, delay.chosenNanos()));
  }

  static RetryRecommendation recommend(RetryPolicy policy, Failure failure, RetryContext context) {
    boolean exhausted = context.failures() > policy.maxRetries();
    GiveUpReason reason = whyNever(policy, failure, context);
    DelayRange range = null;
    if (reason == null) {
      range = recommendedRange(policy, failure, context);
      reason = whyTooLate(policy, context, nanos(range.min()));
    }
    int nextAttempt = (int) Math.min(context.failures() + 1L, Integer.MAX_VALUE);
    return new RetryRecommendation(
        reason == null, exhausted, nextAttempt, reason == null ? range : null, reason);
  }

  static DelayRange range(RetryPolicy policy, int retry) {
    if (retry < 1) {
      throw new IllegalArgumentException("retry must be at least 1 but was " + retry);
    }
    // Decorrelated jitter grows to at most three times the previous maximum.
    long first = first(policy);
    long longestBefore = Math.round(first * Math.pow(3, retry - 1.0));
    return rangeAfter(policy, retry, longestBefore);
  }

  // A delay requested by the handler overrides the failure's kind and the retry list, but neither
  // the never list nor the number of retries.
  private static @Nullable GiveUpReason whyNever(
      RetryPolicy policy, Failure failure, RetryContext context) {
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
    return context.failures() > policy.maxRetries() ? GiveUpReason.RETRIES_EXHAUSTED : null;
  }

  // Uses nanoseconds, to avoid allocating durations for each decision.
  private static @Nullable GiveUpReason whyTooLate(
      RetryPolicy policy, RetryContext context, long delay) {
    Duration maxElapsed = policy.maxElapsed();
    if (maxElapsed != null
        && SaturatingMath.plus(nanos(context.elapsed()), delay) > maxElapsed.toNanos()) {
      return GiveUpReason.TIME_EXHAUSTED;
    }
    Duration untilDeadline = context.untilDeadline();
    if (untilDeadline != null && (untilDeadline.isNegative() || delay > nanos(untilDeadline))) {
      return GiveUpReason.DEADLINE;
    }
    return null;
  }

  private static DelayExplanation delay(
      RetryPolicy policy, Failure failure, RetryContext context, RandomGenerator random) {
    int retry = context.failures();
    long cap = policy.maxDelay().toNanos();
    long raw = Math.max(0, nanos(policy.backoff().delay(retry)));
    long base = Math.min(raw, cap);
    Jitter jitter = policy.jitter();
    // Only decorrelated jitter needs the first delay, and computing it allocates a duration.
    long first = jitter.type() == Jitter.Type.DECORRELATED ? first(policy) : base;
    Duration previous = context.previousDelay();
    long min = jitter.min(base, first);
    long max = jitter.max(base, first, previous == null ? first : nanos(previous), cap);
    long picked = jitter.pick(min, max, random);
    DelayOverride override = override(policy, failure, picked);
    return new DelayExplanation(
        policy, retry, raw, min, max, picked, override, asked(override, failure));
  }

  /** The handler's delay wins; otherwise Retry-After is the minimum delay. */
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
      RetryPolicy policy, Failure failure, RetryContext context) {
    Duration previous = context.previousDelay();
    DelayRange own =
        rangeAfter(policy, context.failures(), previous == null ? first(policy) : nanos(previous));
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

  /** Saturates: a duration from a caller may exceed a long of nanoseconds. */
  static long nanos(Duration duration) {
    return duration.compareTo(Backoff.LONGEST) >= 0 ? Long.MAX_VALUE : duration.toNanos();
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static RetryDecision giveUp(GiveUpExplanation why) {
    DeadLetterOn on = why.context().deadLetterOn();
    return on != null && on.includes(why.reason())
        ? new RetryDecision.DeadLetter(why)
        : new RetryDecision.Fail(why);
  }
}
