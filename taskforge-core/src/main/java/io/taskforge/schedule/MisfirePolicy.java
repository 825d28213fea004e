package io.taskforge.schedule;

/** What becomes of occurrences that were missed, because nobody was there to start them. */
public enum MisfirePolicy {
  /** One job runs now, for all occurrences that are due. The default. */
  RUN_ONCE_NOW,
  /** They are left out; what is not late runs. */
  SKIP,
  /**
   * Each gets its job, the earliest first, at most {@value ScheduleDecision#MAX_CAUGHT_UP}; the
   * others are left out, and the decision says how many.
   */
  RUN_ALL
}
