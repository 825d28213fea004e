package io.taskforge.engine;

import io.taskforge.job.JobId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Results that callers' threads are writing, and of which they will tell listeners next: what
 * follows for the same job waits to be told until they have.
 */
final class NotificationOrder {
  // A listener that takes longer gives up its order, so that two that wait for each other go on.
  private static final long PATIENCE_SECONDS = 1;

  private final Set<Telling> underWay = ConcurrentHashMap.newKeySet();

  /** One result; {@link #done} must be called, whatever becomes of it. */
  final class Telling {
    private final JobId job;
    private final Thread by = Thread.currentThread();
    private final CountDownLatch told = new CountDownLatch(1);

    private Telling(JobId job) {
      this.job = job;
    }

    void done() {
      underWay.remove(this);
      told.countDown();
    }
  }

  Telling begin(JobId job) {
    Telling telling = new Telling(job);
    underWay.add(telling);
    return telling;
  }

  /** Returns once what other threads write about this job was told. */
  void await(JobId job) {
    for (Telling telling : underWay) {
      if (telling.job.equals(job) && !telling.by.equals(Thread.currentThread())) {
        try {
          boolean ignored = telling.told.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
