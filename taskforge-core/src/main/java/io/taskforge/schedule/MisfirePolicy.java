package io.taskforge.schedule;

/** What happens to misfires: occurrences that no scheduler was running to start on time. */
public enum MisfirePolicy {
  /** One job runs now for all missed occurrences. The default. */
  RUN_ONCE_NOW,
  /** Missed occurrences are skipped. */
  SKIP,
  /**
   * Each missed occurrence gets a job, earliest first, up to {@value
   * ScheduleDecision#MAX_CAUGHT_UP}; the others are skipped.
   */
  RUN_ALL
}
