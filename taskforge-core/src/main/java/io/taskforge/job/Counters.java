package io.taskforge.job;

/**
 * What has happened to a job since it was enqueued or redriven, by whose fault.
 *
 * @param failures attempts that failed: the retry policy's business
 * @param lostLeases workers that fell silent: limited on their own, because a job that kills its
 *     worker must not do so for ever
 * @param interruptions shutdowns: cost nothing
 */
public record Counters(int failures, int lostLeases, int interruptions) {
  /** Nothing has happened yet. */
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
