package io.taskforge.engine;

import io.taskforge.job.JobId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps events of one job in order: an event waits while another thread commits an earlier change
 * of the same job and has not published it yet.
 */
final class NotificationOrder {
  // A listener that takes longer loses its place, so that two that wait for each other are
  // released.
  private static final long PATIENCE_SECONDS = 1;

  private final Set<Notification> underWay = ConcurrentHashMap.newKeySet();

  /** An announced event; {@link #done} must be called even if it is never published. */
  final class Notification {
    private final JobId job;
    private final Thread by = Thread.currentThread();
    private final CountDownLatch published = new CountDownLatch(1);

    private Notification(JobId job) {
      this.job = job;
    }

    void done() {
      underWay.remove(this);
      published.countDown();
    }
  }

  Notification begin(JobId job) {
    Notification notification = new Notification(job);
    underWay.add(notification);
    return notification;
  }

  /** Waits until other threads have published what they announced for this job. */
  void await(JobId job) {
    for (Notification notification : underWay) {
      if (notification.job.equals(job) && !notification.by.equals(Thread.currentThread())) {
        try {
          boolean ignored = notification.published.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
