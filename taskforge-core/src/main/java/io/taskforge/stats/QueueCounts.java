package io.taskforge.stats;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The number of jobs in a queue.
 *
 * @param waiting waiting jobs, due or not
 * @param due waiting jobs that are due
 * @param running leased jobs
 * @param dead dead letters in this queue
 * @param oldestDueAt when the job that has been due the longest became due, or null if none is due
 */
public record QueueCounts(
    long waiting, long due, long running, long dead, @Nullable Instant oldestDueAt) {
  /** An empty queue. */
  public static final QueueCounts NONE = new QueueCounts(0, 0, 0, 0, null);

  /** Returns these counts with other figures of waiting jobs. */
  public QueueCounts withWaiting(long all, long ofThemDue, @Nullable Instant oldest) {
    return new QueueCounts(all, ofThemDue, running, dead, oldest);
  }

  /** Returns these counts with another number of running jobs. */
  public QueueCounts withRunning(long count) {
    return new QueueCounts(waiting, due, count, dead, oldestDueAt);
  }

  /** Returns these counts with another number of dead letters. */
  public QueueCounts withDead(long count) {
    return new QueueCounts(waiting, due, running, count, oldestDueAt);
  }
}
