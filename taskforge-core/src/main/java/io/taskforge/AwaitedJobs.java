package io.taskforge;

import io.taskforge.engine.loop.Deadline;
import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Lets callers wait until a job is finished. Events of this process wake them at once; jobs that
 * another process finishes are noticed by polling.
 */
final class AwaitedJobs implements JobListener {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<JobId, CountDownLatch> waits = new ConcurrentHashMap<>();
  private final LongSupplier ticker;

  AwaitedJobs(LongSupplier ticker) {
    this.ticker = ticker;
  }

  @Override
  public void on(JobEvent event) {
    CountDownLatch wait = event.state().isFinal() ? waits.remove(event.jobId()) : null;
    if (wait != null) {
      wait.countDown();
    }
  }

  Job await(JobId id, Duration limit, JobQueries queries)
      throws InterruptedException, TimeoutException {
    Deadline deadline = Deadline.in(limit, ticker);
    Duration left = limit; // less than the deadline's where a test's ticker stands still
    while (true) {
      // Before the job is read: an end between the two must not go unnoticed.
      CountDownLatch wait = waits.computeIfAbsent(id, key -> new CountDownLatch(1));
      try {
        Job job = queries.job(id).orElseThrow(() -> new NoSuchElementException("no job " + id));
        if (job.state().isFinal()) {
          return job;
        }
        left = left.compareTo(deadline.left()) < 0 ? left : deadline.left();
        if (left.isNegative() || left.isZero()) {
          throw new TimeoutException(
              "job %s is still %s after %s".formatted(id, job.state(), limit));
        }
        Duration next = left.compareTo(POLL) < 0 ? left : POLL;
        if (!wait.await(next.toNanos(), TimeUnit.NANOSECONDS)) {
          left = left.minus(next);
        }
      } finally {
        waits.remove(id, wait);
      }
    }
  }
}
