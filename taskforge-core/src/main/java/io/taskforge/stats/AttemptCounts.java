package io.taskforge.stats;

/**
 * How attempts of one tenant in one queue ended in a period. Excludes attempts that were
 * interrupted, snoozed, cancelled, lost or never started.
 *
 * @param ended attempts that succeeded or failed
 * @param retries failures after which a retry was scheduled
 * @param exhausted failed retries after which the job was given up
 */
public record AttemptCounts(long ended, long retries, long exhausted) {

  public static final AttemptCounts NONE = new AttemptCounts(0, 0, 0);

  /** Whether any attempt was retried, or given up after retries. */
  public boolean hasRetries() {
    return retries > 0 || exhausted > 0;
  }

  /** Returns the sum. */
  public AttemptCounts plus(AttemptCounts others) {
    return new AttemptCounts(
        ended + others.ended, retries + others.retries, exhausted + others.exhausted);
  }
}
