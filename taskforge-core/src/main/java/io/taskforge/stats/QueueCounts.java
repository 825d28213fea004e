package io.taskforge.stats;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs are in a queue now.
 *
 * @param waiting those that wait, due or not
 * @param due of those, the ones that could be run now
 * @param running those on a lease
 * @param dead dead letters that lie in this queue
 * @param oldestDueAt since when the one that has been due the longest waits, or null if none is due
 */
public record QueueCounts(
    long waiting, long due, long running, long dead, @Nullable Instant oldestDueAt) {
  /** Of a queue with no jobs. */
  public static final QueueCounts NONE = new QueueCounts(0, 0, 0, 0, null);

  /** Returns these counts with what waits. */
  public QueueCounts withWaiting(long all, long ofThemDue, @Nullable Instant oldest) {
    return new QueueCounts(all, ofThemDue, running, dead, oldest);
  }

  /** Returns these counts with so many running. */
  public QueueCounts withRunning(long count) {
    return new QueueCounts(waiting, due, count, dead, oldestDueAt);
  }

  /** Returns these counts with so many dead letters. */
  public QueueCounts withDead(long count) {
    return new QueueCounts(waiting, due, running, count, oldestDueAt);
  }
}
