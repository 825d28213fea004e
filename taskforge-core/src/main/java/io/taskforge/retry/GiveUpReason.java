package io.taskforge.retry;

/** Why a job is not retried. */
public enum GiveUpReason {
  /** The handler forbade a retry. */
  FORBIDDEN_BY_HANDLER("retry forbidden by the handler"),
  /** The policy's never list includes the failure. */
  ON_NEVER_LIST("never retried by its policy"),
  /** The policy's retry list does not include the failure. */
  NOT_ON_RETRY_LIST("not on its policy's retry list"),
  /** The failure is permanent and would repeat. */
  PERMANENT_FAILURE("permanent failure"),
  /** All retries were used. */
  RETRIES_EXHAUSTED("retries exhausted"),
  /** The next retry would start after the policy's maximum elapsed time. */
  TIME_EXHAUSTED("maximum elapsed time reached"),
  /** The next retry would start after the job's deadline. */
  DEADLINE("deadline reached"),
  /** The job's delivery guarantee is at-most-once, so it must not start again. */
  AT_MOST_ONCE("at-most-once jobs are not retried");

  private final String text;

  GiveUpReason(String text) {
    this.text = text;
  }

  /**
   * Whether the failure could have been retried, but the job's retries or time are used up. False
   * if the failure itself is not retryable.
   */
  public boolean isRetryable() {
    return switch (this) {
      case FORBIDDEN_BY_HANDLER, ON_NEVER_LIST, NOT_ON_RETRY_LIST, PERMANENT_FAILURE -> false;
      case RETRIES_EXHAUSTED, TIME_EXHAUSTED, DEADLINE, AT_MOST_ONCE -> true;
    };
  }

  /** The reason in words, as explanations show it. */
  public String text() {
    return text;
  }
}
