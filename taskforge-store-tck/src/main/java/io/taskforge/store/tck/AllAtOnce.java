package io.taskforge.store.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Runs one action on several threads that start together. */
final class AllAtOnce {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();
  private static final int SPINS = 10_000;

  private AllAtOnce() {}

  /** What one of several threads does; they are numbered from 0. */
  @FunctionalInterface
  interface Action<T> {
    T run(int thread) throws Exception;
  }

  /** What one of several threads does in a round. */
  @FunctionalInterface
  interface Round<T> {
    T run(int thread, int round);
  }

  /** Returns what the action returned on each thread, in the order of the threads. */
  static <T> List<T> run(int threads, Action<T> action) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CyclicBarrier start = new CyclicBarrier(threads);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        futures.add(
            pool.submit(
                () -> {
                  start.await(1, TimeUnit.MINUTES);
                  return action.run(thread);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(2, TimeUnit.MINUTES));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  /** Runs two actions, each on a thread of its own. */
  static void both(Callable<?> one, Callable<?> other) throws Exception {
    run(2, thread -> (thread == 0 ? one : other).call());
  }

  /**
   * Runs an action on several threads in rounds, which all threads begin together. Returns the
   * results of each thread in order.
   */
  static <T> List<List<T>> rounds(int threads, int rounds, Round<T> action) throws Exception {
    AtomicInteger arrived = new AtomicInteger();
    return run(
        threads,
        thread -> {
          List<T> results = new ArrayList<>();
          for (int round = 0; round < rounds; round++) {
            await(arrived, (round + 1) * threads);
            results.add(action.run(thread, round));
          }
          return results;
        });
  }

  /** Spins, because waking a thread takes too long for a race of microseconds. */
  private static void await(AtomicInteger arrived, int all) {
    arrived.incrementAndGet();
    long start = System.nanoTime();
    for (int spins = 0; arrived.get() < all; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else if (Thread.interrupted() || System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("the other threads did not reach this round");
      } else {
        LockSupport.parkNanos(1_000);
      }
    }
  }
}
