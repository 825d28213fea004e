package io.taskforge.cli;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Outcome;
import io.taskforge.job.Transition;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Measures a store and an engine in this process. */
final class Bench {
  static final int BATCH = 1_000;
  static final int LATENCY_JOBS = 200;
  private static final int LOOK_MILLIS = 50;

  private final JobStore store;
  private final Console console;
  private final LongSupplier nanos;
  private final int concurrency;

  Bench(JobStore store, Console console, LongSupplier nanos, int concurrency) {
    this.store = store;
    this.console = console;
    this.nanos = nanos;
    this.concurrency = concurrency;
  }

  /** What came out: jobs per second, and milliseconds from enqueue to start. */
  record Result(double enqueuePerSecond, double drainPerSecond, double p50Ms, double p99Ms) {}

  Result run(int jobs) throws InterruptedException {
    int warmUp = Math.min(jobs, 2 * BATCH);
    enqueue("warm-up", warmUp);
    drain("warm-up", warmUp);
    double enqueue = jobs / enqueue("enqueue", jobs);
    double drain = jobs / drain("drain", jobs);
    long[] waited = latencies();
    return new Result(
        enqueue, drain, waited[LATENCY_JOBS / 2] / 1e6, waited[LATENCY_JOBS * 99 / 100] / 1e6);
  }

  private double enqueue(String what, int jobs) {
    Progress progress = new Progress(console, nanos, what, jobs);
    try (TaskForge forge = TaskForge.builder().store(store).build()) {
      List<JobRequest> batch = new ArrayList<>(BATCH);
      long start = nanos.getAsLong();
      for (int i = 1; i <= jobs; i++) {
        batch.add(JobRequest.of("bench", i));
        if (batch.size() == BATCH || i == jobs) {
          forge.enqueueAll(batch);
          batch.clear();
          progress.at(i);
        }
      }
      double seconds = seconds(start);
      progress.end(jobs);
      return seconds;
    }
  }

  private double drain(String what, int jobs) throws InterruptedException {
    Progress progress = new Progress(console, nanos, what, jobs);
    CountDownLatch left = new CountDownLatch(jobs);
    AtomicLong ended = new AtomicLong();
    try (TaskForge forge =
        TaskForge.builder()
            .store(store)
            .concurrency(concurrency)
            .listener(
                event -> {
                  if (event.transition() == Transition.COMPLETED) {
                    ended.set(nanos.getAsLong());
                    left.countDown();
                  }
                })
            .handler("bench", Integer.class, (number, context) -> Outcome.DONE)
            .build()) {
      long start = nanos.getAsLong();
      forge.start();
      while (!left.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        progress.at(jobs - left.getCount());
      }
      progress.end(jobs);
      return (ended.get() - start) / 1e9;
    }
  }

  /** One job after the other on a worker that has nothing else to do. */
  private long[] latencies() throws InterruptedException {
    Progress progress = new Progress(console, nanos, "latency", LATENCY_JOBS);
    AtomicLong started = new AtomicLong();
    Semaphore ran = new Semaphore(0);
    long[] waited = new long[LATENCY_JOBS];
    try (TaskForge forge =
        TaskForge.builder()
            .store(store)
            .handler(
                "latency",
                Integer.class,
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
        ran.acquire();
        waited[i] = started.get() - start;
        progress.at(i + 1L);
      }
    }
    progress.end(LATENCY_JOBS);
    Arrays.sort(waited);
    return waited;
  }

  private double seconds(long start) {
    return Math.max(1e-9, (nanos.getAsLong() - start) / 1e9);
  }
}
