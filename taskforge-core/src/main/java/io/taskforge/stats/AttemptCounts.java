package io.taskforge.stats;

/**
 * How attempts of one tenant in one queue ended in a period. What was interrupted, snoozed,
 * cancelled, lost its worker or was never started is in none.
 *
 * @param ended those that succeeded or failed
 * @param retries of those, the failures after which a retry was scheduled
 * @param exhausted of those, the retries that failed and after which the job was given up
 */
public record AttemptCounts(long ended, long retries, long exhausted) {
  /** Of a queue in which nothing ended. */
  public static final AttemptCounts NONE = new AttemptCounts(0, 0, 0);

  /** Whether any was retried, or given up after retries. */
  public boolean isTrouble() {
    return retries > 0 || exhausted > 0;
  }

  /** Returns these and those. */
  public AttemptCounts plus(AttemptCounts others) {
    return new AttemptCounts(
        ended + others.ended, retries + others.retries, exhausted + others.exhausted);
  }
}
