package io.taskforge.retry;

/** Why the delay differs from the one that the policy's backoff and jitter picked. */
public enum DelayOverride {
  /** The handler asked for this delay. */
  HANDLER,
  /** The called service sent a Retry-After longer than the policy's own delay. */
  RETRY_AFTER,
  /** The Retry-After was longer than {@code maxRetryAfter} and was cut to it. */
  RETRY_AFTER_CUT
}
