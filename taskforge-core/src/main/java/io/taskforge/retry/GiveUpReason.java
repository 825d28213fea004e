package io.taskforge.retry;

/** Why a job is not retried. */
public enum GiveUpReason {
  /** The handler said so. */
  FORBIDDEN_BY_HANDLER("retry forbidden by the handler"),
  /** The policy's deny list names the failure. */
  ON_NEVER_LIST("never retried by its policy"),
  /** The policy names what it retries, and this is not it. */
  NOT_ON_RETRY_LIST("not among what its policy retries"),
  /** It would fail the same way again. */
  PERMANENT_FAILURE("permanent failure"),
  /** Every retry was used. */
  RETRIES_EXHAUSTED("retries exhausted"),
  /** The next retry would come later than the policy's maximum elapsed time allows. */
  TIME_EXHAUSTED("maximum elapsed time reached"),
  /** The next retry would come after the job's deadline. */
  DEADLINE("deadline reached"),
  /** The job's guarantee allows one start only. */
  AT_MOST_ONCE("started at most once by its guarantee");

  private final String text;

  GiveUpReason(String text) {
    this.text = text;
  }

  /** The reason in words. */
  public String text() {
    return text;
  }
}
