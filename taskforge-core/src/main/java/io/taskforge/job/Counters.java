package io.taskforge.job;

/**
 * How often a job failed, lost its worker or was interrupted since it was enqueued or redriven.
 *
 * @param failures attempts that failed; limited by the retry policy
 * @param lostLeases expired leases; limited separately, so that a poison message cannot kill
 *     workers forever
 * @param interruptions worker shutdowns; not limited
 */
public record Counters(int failures, int lostLeases, int interruptions) {
  /** The counters of a new job. */
  public static final Counters ZERO = new Counters(0, 0, 0);

  public Counters {
    if (failures < 0 || lostLeases < 0 || interruptions < 0) {
      throw new IllegalArgumentException(
          "counters must not be negative but were %d, %d, %d"
              .formatted(failures, lostLeases, interruptions));
    }
  }

  /** Returns these counters after one more failure. */
  public Counters failed() {
    return new Counters(failures + 1, lostLeases, interruptions);
  }

  /** Returns these counters after one more lost lease. */
  public Counters leaseLost() {
    return new Counters(failures, lostLeases + 1, interruptions);
  }

  /** Returns these counters after one more interruption. */
  public Counters interrupted() {
    return new Counters(failures, lostLeases, interruptions + 1);
  }

  /** The state of a job that waits with these counters. */
  public JobState waitingState() {
    return failures + lostLeases > 0 ? JobState.RETRYING : JobState.QUEUED;
  }
}
