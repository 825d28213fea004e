package io.taskforge.stats;

import io.taskforge.job.JobType;
import java.time.Instant;
import java.util.Map;

/**
 * What of one tenant waits in one queue for somebody to do something.
 *
 * @param dead dead letters that lie in it
 * @param due jobs that could be run now, by type; types without any are left out
 */
public record QueueLoad(long dead, Map<JobType, Due> due) {
  /** Of a queue where nobody has anything to do. */
  public static final QueueLoad NONE = new QueueLoad(0, Map.of());

  public QueueLoad {
    due = Map.copyOf(due);
  }

  /**
   * Due jobs of one type.
   *
   * @param count at least 1
   * @param oldestAt since when the one that has been due the longest waits
   */
  public record Due(long count, Instant oldestAt) {}
}
