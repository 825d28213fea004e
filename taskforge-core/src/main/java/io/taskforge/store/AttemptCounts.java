package io.taskforge.store;

/**
 * How the attempts of one queue ended in a period. What was interrupted, snoozed, cancelled or lost
 * its worker is in none: the same attempt is made again, or nobody wants it any more.
 *
 * @param ended those that succeeded or failed
 * @param retries of those, the failures after which a retry was scheduled
 * @param exhausted of those, the retries that failed and after which the job was given up
 */
public record AttemptCounts(long ended, long retries, long exhausted) {
  /** Of a queue in which nothing ended. */
  public static final AttemptCounts NONE = new AttemptCounts(0, 0, 0);

  /** Returns these and those. */
  public AttemptCounts plus(AttemptCounts others) {
    return new AttemptCounts(
        ended + others.ended, retries + others.retries, exhausted + others.exhausted);
  }
}
