package io.taskforge.store;

import io.taskforge.job.Outage;
import io.taskforge.job.Retention;
import io.taskforge.job.StoreException;
import java.time.Instant;
import java.util.Optional;

/** What background tasks and health checks need: the time, due work, health and clean-up. */
public interface StoreMaintenance {
  /** Returns the store's time. */
  Instant now();

  /** Returns what background tasks have to do, and when. */
  PendingWork pendingWork();

  /**
   * Deletes finished jobs whose retention has ended, with their history, in small transactions of
   * at most {@code limit} jobs, and returns how many it deleted. Also deletes up to as many audit
   * entries, and does other maintenance, such as creating partitions in advance.
   */
  int purge(Retention retention, int limit);

  /**
   * Writes a small row, to check that the store accepts writes.
   *
   * @throws StoreException if it does not
   */
  void checkWritable();

  /**
   * Returns the store's current outage, judged by its latest calls; empty while it works.
   * Corruption is remembered until the store is opened again.
   */
  Optional<Outage> outage();
}
