package io.taskforge.store.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Runs one action on several threads that start together. */
final class AllAtOnce {
  private AllAtOnce() {}

  /** Returns what each thread's action returned, in the order of the threads. */
  static <T> List<T> run(int threads, IntFunction<Callable<T>> actions) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CyclicBarrier start = new CyclicBarrier(threads);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<T> action = actions.apply(i);
        futures.add(
            pool.submit(
                () -> {
                  start.await(1, TimeUnit.MINUTES);
                  return action.call();
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
}
