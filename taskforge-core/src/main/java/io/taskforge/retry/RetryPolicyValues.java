package io.taskforge.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The values of a {@link RetryPolicy}, validated. */
record RetryPolicyValues(
    int maxRetries,
    Backoff backoff,
    Duration maxDelay,
    Jitter jitter,
    FailureFilter retryOn,
    FailureFilter neverOn,
    @Nullable Duration maxElapsed,
    Duration maxRetryAfter) {
  RetryPolicyValues {
    PolicyLimits limits = new PolicyLimits();
    limits.maxRetries("maxRetries", maxRetries);
    Duration first = backoff.delay(1);
    if (limits.positive("backoff", first)) {
      limits.cap(maxDelay, first);
    }
    if (maxElapsed != null) {
      limits.positive("maxElapsed", maxElapsed);
    }
    limits.notNegative("maxRetryAfter", maxRetryAfter);
    limits.refuseFaults();
  }

  RetryPolicyValues maxRetries(int other) {
    return new RetryPolicyValues(
        other, backoff, maxDelay, jitter, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  RetryPolicyValues backoff(Backoff other) {
    return new RetryPolicyValues(
        maxRetries, other, maxDelay, jitter, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  RetryPolicyValues maxDelay(Duration other) {
    return new RetryPolicyValues(
        maxRetries, backoff, other, jitter, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  RetryPolicyValues jitter(Jitter other) {
    return new RetryPolicyValues(
        maxRetries, backoff, maxDelay, other, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  RetryPolicyValues retryOn(FailureFilter other) {
    return new RetryPolicyValues(
        maxRetries, backoff, maxDelay, jitter, other, neverOn, maxElapsed, maxRetryAfter);
  }

  RetryPolicyValues neverOn(FailureFilter other) {
    return new RetryPolicyValues(
        maxRetries, backoff, maxDelay, jitter, retryOn, other, maxElapsed, maxRetryAfter);
  }

  RetryPolicyValues maxElapsed(@Nullable Duration other) {
    return new RetryPolicyValues(
        maxRetries, backoff, maxDelay, jitter, retryOn, neverOn, other, maxRetryAfter);
  }

  RetryPolicyValues maxRetryAfter(Duration other) {
    return new RetryPolicyValues(
        maxRetries, backoff, maxDelay, jitter, retryOn, neverOn, maxElapsed, other);
  }
}
