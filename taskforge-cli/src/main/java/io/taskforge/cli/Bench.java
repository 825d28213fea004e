package io.taskforge.cli;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Measures a store and an engine in this process. */
record Bench(JobStore store, Console console, LongSupplier nanos, int concurrency, int tenants) {
  static final int BATCH = 1_000;
  static final int LATENCY_JOBS = 200;
  private static final int THREADS = 8;
  private static final int POLL_MILLIS = 50;
  private static final Duration STALLED = Duration.ofMinutes(1);

  /** Runs a short load, so that the JVM has compiled the code before it is measured. */
  void warmUp(int jobs) throws InterruptedException {
    enqueue("warm-up", jobs);
    drain("warm-up", jobs);
  }

  /** Enqueues in batches; returns jobs per second. */
  double enqueue(String type, int jobs) {
    Progress progress = new Progress(console, nanos, "enqueue", jobs);
    try (TaskForge forge = TaskForge.builder().store(store).build()) {
      List<JobRequest> batch = new ArrayList<>(BATCH);
      long start = nanos.getAsLong();
      for (int i = 1; i <= jobs; i++) {
        batch.add(request(type, i));
        if (batch.size() == BATCH || i == jobs) {
          forge.enqueueAll(batch);
          batch.clear();
          progress.at(i);
        }
      }
      double perSecond = jobs / seconds(start);
      progress.end(jobs);
      return perSecond;
    }
  }

  /** Enqueues one job per call, from 8 threads; returns jobs per second. */
  double enqueueSingly(String type, int jobs) throws InterruptedException {
    AtomicLong next = new AtomicLong();
    CountDownLatch done = new CountDownLatch(THREADS);
    try (TaskForge forge = TaskForge.builder().store(store).build()) {
      long start = nanos.getAsLong();
      for (int thread = 0; thread < THREADS; thread++) {
        new Thread(
                () -> {
                  try {
                    for (long i = next.getAndIncrement(); i < jobs; i = next.getAndIncrement()) {
                      forge.enqueue(request(type, i));
                    }
                  } finally {
                    done.countDown();
                  }
                },
                "taskforge-bench")
            .start();
      }
      done.await();
      return jobs / seconds(start);
    }
  }

  private JobRequest request(String type, long number) {
    JobRequest request = JobRequest.of(type, number);
    return tenants == 1 ? request : request.tenant("tenant-" + number % tenants);
  }

  /** Runs all jobs of a type, which do nothing; returns jobs per second. */
  double drain(String type, int jobs) throws InterruptedException {
    return drain(type, jobs, 0);
  }

  /** Runs all jobs of a type, which fail in their first attempts; returns jobs per second. */
  double drain(String type, int jobs, int failures) throws InterruptedException {
    Progress progress = new Progress(console, nanos, "drain", jobs);
    CountDownLatch left = new CountDownLatch(jobs);
    AtomicLong ended = new AtomicLong();
    try (TaskForge forge =
        TaskForge.builder()
            .store(store)
            .concurrency(concurrency)
            .retryPolicy(RetryPolicy.fixed(Duration.ofMillis(1)))
            .listener(
                event -> {
                  if (event.transition() == Transition.COMPLETED) {
                    ended.set(nanos.getAsLong());
                    left.countDown();
                  }
                })
            .handler(
                JobType.of(type, Long.class),
                (number, context) -> {
                  if (context.attempt() <= failures) {
                    throw new IllegalStateException("fails on purpose");
                  }
                  return Outcome.DONE;
                })
            .build()) {
      long start = nanos.getAsLong();
      ended.set(start);
      forge.start();
      while (!left.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        long done = jobs - left.getCount();
        progress.at(done);
        if (nanos.getAsLong() - ended.get() > STALLED.toNanos()) {
          throw stalled("drain", done, jobs);
        }
      }
      progress.end(jobs);
      return jobs / ((ended.get() - start) / 1e9);
    }
  }

  /** Returns the sorted times from enqueue to start, in milliseconds, on an idle worker. */
  double[] latencies() throws InterruptedException {
    Progress progress = new Progress(console, nanos, "latency", LATENCY_JOBS);
    AtomicLong started = new AtomicLong();
    Semaphore ran = new Semaphore(0);
    double[] waited = new double[LATENCY_JOBS];
    try (TaskForge forge =
        TaskForge.builder()
            .store(store)
            .handler(
                JobType.of("latency", Integer.class),
                (number, context) -> {
                  started.set(nanos.getAsLong());
                  ran.release();
                  return Outcome.DONE;
                })
            .build()
            .start()) {
      for (int i = 0; i < LATENCY_JOBS; i++) {
        long start = nanos.getAsLong();
        forge.enqueue(JobRequest.of("latency", i));
        if (!ran.tryAcquire(STALLED.toMillis(), TimeUnit.MILLISECONDS)) {
          throw stalled("latency", i, LATENCY_JOBS);
        }
        waited[i] = (started.get() - start) / 1e6;
        progress.at(i + 1L);
      }
    }
    progress.end(LATENCY_JOBS);
    Arrays.sort(waited);
    return waited;
  }

  private static CommandFailure stalled(String phase, long done, int jobs) {
    return CommandFailure.of(
        List.of(
            "%s: no job was completed for %d seconds; %,d of %,d are done"
                .formatted(phase, STALLED.toSeconds(), done, jobs)),
        ExitCodes.UNEXPECTED);
  }

  private double seconds(long start) {
    return Math.max(1e-9, (nanos.getAsLong() - start) / 1e9);
  }
}
