package io.taskforge.retry;

import java.util.Optional;
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
    @Nullable GiveUpReason reason) {
  /** The range of the next delay; empty without a retry. */
  public Optional<DelayRange> nextDelay() {
    return Optional.ofNullable(delay);
  }

  /** Why there is no retry; empty if there is one. */
  public Optional<GiveUpReason> giveUpReason() {
    return Optional.ofNullable(reason);
  }
}
