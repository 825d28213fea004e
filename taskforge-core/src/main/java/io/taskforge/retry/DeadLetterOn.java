package io.taskforge.retry;

/** Which jobs that are given up move to the dead letter queue of their queue. */
public enum DeadLetterOn {
  /**
   * Jobs whose retries or time are used up, and poison messages. A failure that is not retryable
   * ends the job as FAILED.
   */
  EXHAUSTED,
  /** All jobs that are given up. */
  ALL;

  /** Whether a job that is given up for this reason moves to the dead letter queue. */
  public boolean includes(GiveUpReason reason) {
    return this == ALL || reason.isRetryable();
  }
}
