package io.taskforge.engine;

import com.github.f4b6a3.uuid.alt.GUID;
import io.taskforge.job.JobId;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The clock, randomness, ids and threads of an engine, so that a test can replace them.
 *
 * @param ticker a monotonic clock in nanoseconds, for durations
 * @param random for jitter and the order of queues; used from several threads at once
 * @param ids creates job ids
 * @param threads creates the threads for handlers, given a name and the concurrency
 */
public record EngineEnvironment(
    LongSupplier ticker, RandomGenerator random, Supplier<JobId> ids, ThreadsFactory threads) {
  /** Creates the threads of one engine. */
  @FunctionalInterface
  public interface ThreadsFactory {
    HandlerThreads make(String name, int concurrency);
  }

  public static EngineEnvironment production() {
    return new EngineEnvironment(
        System::nanoTime,
        new SharedRandom(new SplittableRandom()),
        () -> new JobId(GUID.v7().toUUID()),
        HandlerThreads::best);
  }

  /** A thread-safe generator; the lock costs about 20 ns per call. */
  private static final class SharedRandom implements RandomGenerator {
    private final RandomGenerator random;

    SharedRandom(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public synchronized long nextLong() {
      return random.nextLong();
    }
  }
}
