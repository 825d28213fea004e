package io.taskforge.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides how many jobs to claim ahead of free places, from how long jobs ran lately: as many as
 * are probably finished within a short time, and none if jobs are slow. Thread-safe.
 */
final class Prefetch {
  // The weight of one run in the moving average is 1 / PART: a slow job stops prefetching, and
  // dozens of fast ones resume it.
  private static final int PART = 16;
  private static final Duration LONGEST = Duration.ofDays(1);

  /** While places become free in quick succession, a claim waits this long for more of them. */
  static final Duration GATHER = Duration.ofMillis(2);

  // Payloads of prefetched jobs should not take more heap than this.
  private static final long MAX_BYTES = 16 * 1024 * 1024;

  private final Duration horizon;
  private final int concurrency;
  private final int most;
  private final AtomicLong meanNanos = new AtomicLong(); // 0 until a job has run
  private final AtomicLong meanBytes = new AtomicLong();

  /**
   * Creates a decision that knows no run times.
   *
   * @param horizon the time within which prefetched jobs should finish; zero to prefetch nothing
   * @param most the maximum of running and prefetched jobs together, if there are any prefetched
   */
  Prefetch(Duration horizon, int concurrency, int most) {
    this.horizon = horizon;
    this.concurrency = concurrency;
    this.most = most;
  }

  /** A handler ran for this long, with a payload of this size. */
  void ran(Duration runTime, int payloadBytes) {
    long nanos = (runTime.compareTo(LONGEST) < 0 ? runTime : LONGEST).toNanos();
    if (nanos > 0) {
      add(meanNanos, nanos);
      add(meanBytes, payloadBytes);
    }
  }

  private static void add(AtomicLong mean, long value) {
    mean.updateAndGet(
        before -> before == 0 ? value : Math.max(1, before + (value - before) / PART));
  }

  /** Prefetched jobs were not started in time: prefetches nothing until jobs are fast again. */
  void slowed() {
    meanNanos.set(horizon.toNanos());
  }

  /** How many jobs to hold, running and prefetched ones together. */
  int target() {
    long fitting = MAX_BYTES / Math.max(1, meanBytes.get());
    return (int) Math.max(concurrency, Math.min(Math.min(most, fitting), finishedWithin(horizon)));
  }

  /** How many places a claim should wait for, at most {@link #GATHER}. */
  int gather() {
    return (int) Math.max(1, Math.min(Math.min(most, target()) / 4, finishedWithin(GATHER)));
  }

  private long finishedWithin(Duration time) {
    long mean = meanNanos.get();
    return mean == 0 ? 0 : concurrency * time.toNanos() / mean;
  }
}
