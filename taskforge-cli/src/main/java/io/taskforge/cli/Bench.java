package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.load.Histogram;
import io.taskforge.cli.load.JobSystem;
import io.taskforge.cli.load.NewJob;
import io.taskforge.cli.load.Producer;
import io.taskforge.cli.load.Work;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Measures a job system in this process. */
record Bench(JobSystem system, Console console, LongSupplier nanos, int concurrency, int tenants) {
  static final int LATENCY_JOBS = 200;
  private static final int POLL_MILLIS = 5;
  private static final Duration STALLED = Duration.ofMinutes(1);

  /** Runs a short load, so that the JVM has compiled the code before it is measured. */
  void warmUp(int jobs) throws Exception {
    enqueue(jobs);
    drain(jobs);
  }

  /** Enqueues in batches; returns jobs per second. */
  double enqueue(int jobs) throws Exception {
    Progress progress = new Progress(console, nanos, "enqueue", jobs);
    double seconds = producer().enqueue(jobs, this::job, progress::at);
    progress.end(jobs);
    return jobs / seconds;
  }

  /** Enqueues one job per call, from 8 threads; returns jobs per second. */
  double enqueueSingly(int jobs) throws Exception {
    return jobs / producer().enqueueSingly(i -> i < jobs ? job(i) : null);
  }

  private Producer producer() {
    return new Producer(system, nanos);
  }

  private NewJob job(long number) {
    int tenant = tenants == 1 ? 0 : (int) (1 + number % tenants);
    return new NewJob(number, tenant, Duration.ZERO, 0);
  }

  /** Runs all waiting jobs, which do nothing; returns jobs per second. */
  double drain(int jobs) throws Exception {
    return drain(jobs, 0);
  }

  /** Runs all waiting jobs, which fail in their first attempts; returns jobs per second. */
  double drain(int jobs, int failures) throws Exception {
    Progress progress = new Progress(console, nanos, "drain", jobs);
    Work work = new Work(failures, Duration.ZERO, this::micros);
    long start = micros();
    Runnable stop = system.work(concurrency, work);
    try {
      await("drain", work, jobs, progress);
      progress.end(jobs);
      return jobs / (Math.max(1, work.lastAt() - start) / 1e6);
    } finally {
      stop.run();
    }
  }

  /** Returns the times from enqueue to start on an idle worker. */
  Histogram latencies() throws Exception {
    Progress progress = new Progress(console, nanos, "latency", LATENCY_JOBS);
    Work work = new Work(0, Duration.ZERO, this::micros);
    Runnable stop = system.work(concurrency, work);
    try {
      for (int i = 1; i <= LATENCY_JOBS; i++) {
        system.enqueue(new NewJob(micros()));
        await("latency", work, i, progress);
      }
    } finally {
      stop.run();
    }
    progress.end(LATENCY_JOBS);
    return work.startLatency();
  }

  private long micros() {
    return nanos.getAsLong() / 1_000;
  }

  private void await(String phase, Work work, int jobs, Progress progress)
      throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    long last = work.done();
    long lastAt = nanos.getAsLong();
    while (work.done() < jobs) {
      never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
      long done = work.done();
      progress.at(done);
      if (done != last) {
        last = done;
        lastAt = nanos.getAsLong();
      } else if (nanos.getAsLong() - lastAt > STALLED.toNanos()) {
        throw CommandFailure.of(
            List.of(
                "%s: no job was completed for %d seconds; %,d of %,d are done"
                    .formatted(phase, STALLED.toSeconds(), done, jobs)),
            ExitCodes.UNEXPECTED);
      }
    }
  }
}
