package io.taskforge.retry;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a policy would do about a failure, asked without changing anything.
 *
 * @param shouldRetry whether the job would be retried
 * @param maxAttemptsReached whether its retries are used up
 * @param nextAttempt the number of the attempt that would follow; the first attempt is 1
 * @param delay the interval of the next delay, or null where there is no retry
 * @param reason why not, or null where there is a retry
 */
public record RetryRecommendation(
    boolean shouldRetry,
    boolean maxAttemptsReached,
    int nextAttempt,
    @Nullable DelayRange delay,
    @Nullable GiveUpReason reason) {
  /** The interval of the next delay; empty where there is no retry. */
  public Optional<DelayRange> nextDelay() {
    return Optional.ofNullable(delay);
  }

  /** Why there is no retry; empty where there is one. */
  public Optional<GiveUpReason> giveUpReason() {
    return Optional.ofNullable(reason);
  }
}
