package io.taskforge;

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

/**
 * Lets callers wait until a job is finished. Events of this process wake them at once; jobs that
 * another process finishes are noticed by polling.
 */
final class AwaitedJobs implements JobListener {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<JobId, CountDownLatch> waits = new ConcurrentHashMap<>();

  @Override
  public void on(JobEvent event) {
    CountDownLatch wait = event.state().isFinal() ? waits.remove(event.jobId()) : null;
    if (wait != null) {
      wait.countDown();
    }
  }

  Job await(JobId id, Duration limit, JobQueries queries)
      throws InterruptedException, TimeoutException {
    Duration left = limit;
    while (true) {
      // Before the job is read: an end between the two must not go unnoticed.
      CountDownLatch wait = waits.computeIfAbsent(id, key -> new CountDownLatch(1));
      try {
        Job job = queries.job(id).orElseThrow(() -> new NoSuchElementException("no job " + id));
        if (job.state().isFinal()) {
          return job;
        }
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
