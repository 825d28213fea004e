package io.taskforge.engine;

import com.github.f4b6a3.uuid.alt.GUID;
import io.taskforge.job.JobId;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Everything that an engine takes from outside besides its store, so that a test can take its
 * place.
 *
 * @param ticker a monotonic clock in nanoseconds, for durations
 * @param random for jitter and the order of queues; used from several threads at once
 * @param ids makes job ids
 * @param threads makes the threads for handlers, given a name and how many jobs run at once
 */
public record EngineEnvironment(
    LongSupplier ticker, RandomGenerator random, Supplier<JobId> ids, ThreadsFactory threads) {
  /** Makes the threads of one engine. */
  @FunctionalInterface
  public interface ThreadsFactory {
    HandlerThreads make(String name, int concurrency);
  }

  /** Returns what production uses. */
  public static EngineEnvironment production() {
    return new EngineEnvironment(
        System::nanoTime,
        new SharedRandom(new SplittableRandom()),
        () -> new JobId(GUID.v7().toUUID()),
        HandlerThreads::best);
  }

  /** Makes a generator safe for several threads; one call costs some 20 ns more. */
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
