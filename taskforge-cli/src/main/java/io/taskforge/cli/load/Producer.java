package io.taskforge.cli.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Enqueues jobs, in batches or one at a time. */
public record Producer(JobSystem system, LongSupplier nanos) {
  /** How many jobs a batch has. */
  public static final int BATCH = 1_000;

  /** How many threads enqueue one job at a time. */
  public static final int THREADS = 8;

  /** Enqueues in batches; returns the seconds that it took. */
  public double enqueue(long jobs, LongFunction<NewJob> job, LongConsumer progress)
      throws Exception {
    List<NewJob> batch = new ArrayList<>(BATCH);
    long start = nanos.getAsLong();
    for (long i = 0; i < jobs; i++) {
      batch.add(job.apply(i));
      if (batch.size() == BATCH || i == jobs - 1) {
        system.enqueueAll(batch);
        batch = new ArrayList<>(BATCH);
        progress.accept(i + 1);
      }
    }
    return seconds(start);
  }

  /** Enqueues one job per call from 8 threads, until a call of {@code job} returns null. */
  public double enqueueSingly(LongFunction<@Nullable NewJob> job) throws Exception {
    AtomicLong next = new AtomicLong();
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    CountDownLatch done = new CountDownLatch(THREADS);
    long start = nanos.getAsLong();
    for (int thread = 0; thread < THREADS; thread++) {
      Runnable loop =
          () -> {
            try {
              NewJob one = job.apply(next.getAndIncrement());
              while (one != null && failure.get() == null) {
                system.enqueue(one);
                one = job.apply(next.getAndIncrement());
              }
            } catch (Exception e) {
              failure.set(e);
            } finally {
              done.countDown();
            }
          };
      new Thread(loop, "taskforge-bench").start();
    }
    done.await();
    Exception failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return seconds(start);
  }

  private double seconds(long start) {
    return Math.max(1e-9, (nanos.getAsLong() - start) / 1e9);
  }
}
