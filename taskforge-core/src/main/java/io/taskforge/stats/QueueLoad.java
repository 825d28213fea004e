package io.taskforge.stats;

import io.taskforge.job.JobTypeName;
import java.time.Instant;
import java.util.Map;

/**
 * Due jobs and dead letters of one tenant in one queue.
 *
 * @param dead the number of dead letters
 * @param due due jobs by type; omits types without any
 */
public record QueueLoad(long dead, Map<JobTypeName, Due> due) {

  public static final QueueLoad NONE = new QueueLoad(0, Map.of());

  public QueueLoad {
    due = Map.copyOf(due);
  }

  /**
   * Due jobs of one type.
   *
   * @param count at least 1
   * @param oldestAt when the job that has been due the longest became due
   */
  public record Due(long count, Instant oldestAt) {}
}
