package io.taskforge.store;

import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import java.util.List;
import java.util.Optional;

/** The queues of a {@link JobStore}: their settings, and which of them are paused. */
public interface QueueStore {
  /** Stores a queue's settings, replacing any that were stored before. */
  void putQueue(QueueName queue, QueueSettings settings);

  /**
   * Replaces exactly that version of a queue's settings (optimistic locking); empty if they have
   * changed in between.
   *
   * @param version 0 if there must be no such queue yet
   */
  Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings);

  /**
   * Deletes a queue's settings and resumes it; its jobs stay. False if the queue was not stored.
   */
  boolean deleteQueue(QueueName queue);

  /** Pauses or resumes a queue. Jobs of a paused queue are not claimed; running jobs continue. */
  void pauseQueue(QueueName queue, boolean paused);

  /** Returns a queue that was put or paused. */
  Optional<Queue> queue(QueueName queue);

  /** Returns every queue that was ever put or paused. */
  List<Queue> queues();
}
