package io.taskforge.cli.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** The handler of all jobs: waits, fails in the first attempts, counts and measures latencies. */
public final class Work {
  private final int failures;
  private final Duration pause;
  private final LongSupplier micros;
  private final LongAdder started = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final AtomicLong inFlight = new AtomicLong();
  private final AtomicLong mostInFlight = new AtomicLong();
  private final AtomicLong lastAt = new AtomicLong();
  private final CountDownLatch never = new CountDownLatch(1);
  private final Histogram startLatency = new Histogram();
  private final Histogram endLatency = new Histogram();

  /**
   * Creates a handler.
   *
   * @param failures how many attempts of each job fail
   * @param pause how long each attempt blocks its thread
   * @param micros the clock by which producers number their jobs, for latencies
   */
  public Work(int failures, Duration pause, LongSupplier micros) {
    this.failures = failures;
    this.pause = pause;
    this.micros = micros;
  }

  /**
   * Runs a job.
   *
   * @param number its payload; the time of its enqueue if latencies are measured
   * @param attempt from 1
   */
  public void run(long number, int attempt) throws InterruptedException {
    startLatency.record(micros.getAsLong() - number);
    started.increment();
    if (attempt <= failures) {
      throw new IllegalStateException("fails on purpose");
    }
    if (!pause.isZero()) {
      long now = inFlight.incrementAndGet();
      mostInFlight.accumulateAndGet(now, Math::max);
      never.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      inFlight.decrementAndGet();
    }
    endLatency.record(micros.getAsLong() - number);
  }

  /** Counts a success; a system calls this as late in the job's life as it notifies programs. */
  public void completed() {
    completed.increment();
    lastAt.set(micros.getAsLong());
  }

  public long started() {
    return started.sum();
  }

  public long done() {
    return completed.sum();
  }

  /** Returns when the latest success was counted, in microseconds. */
  public long lastAt() {
    return lastAt.get();
  }

  public long mostInFlight() {
    return mostInFlight.get();
  }

  /** Returns the times from enqueue to start. */
  public Histogram startLatency() {
    return startLatency;
  }

  /** Returns the times from enqueue to the end of the handler. */
  public Histogram endLatency() {
    return endLatency;
  }
}
