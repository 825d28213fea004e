package io.taskforge.retry;

import org.jspecify.annotations.Nullable;

/**
 * What a policy would do about a failure, without doing it.
 *
 * @param shouldRetry whether the job would be retried
 * @param maxAttemptsReached whether all retries are used
 * @param nextAttempt the number of the next attempt; the first attempt is 1
 * @param delay the range of the next delay, or null without a retry
 * @param reason why there is no retry, or null if there is one
 */
public record RetryRecommendation(
    boolean shouldRetry,
    boolean maxAttemptsReached,
    int nextAttempt,
    @Nullable DelayRange delay,
    @Nullable GiveUpReason reason) {}
