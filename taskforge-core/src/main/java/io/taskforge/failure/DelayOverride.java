package io.taskforge.failure;

/** What replaced the delay that a policy's backoff and jitter had picked. */
public enum DelayOverride {
  /** The handler asked for this delay. */
  HANDLER,
  /** The other side sent Retry-After, longer than the policy's own delay. */
  RETRY_AFTER,
  /** Retry-After was longer than the policy honours, and was cut to {@code maxRetryAfter}. */
  RETRY_AFTER_CUT
}
