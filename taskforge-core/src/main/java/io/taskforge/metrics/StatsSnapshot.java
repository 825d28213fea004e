package io.taskforge.metrics;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.StoreException;
import io.taskforge.stats.StoreStats;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A cache of the store's statistics, refreshed when too old. Thread-safe. */
final class StatsSnapshot {
  private static final Logger LOG = LoggerFactory.getLogger(StatsSnapshot.class);

  private final Supplier<StoreStats> store;
  private final long longestAge;
  private final LongSupplier ticker;
  private final Consumer<StoreStats> arrived;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile @Nullable Answer latest;

  /**
   * @param longestAge in nanoseconds
   * @param ticker a monotonic clock in nanoseconds
   * @param arrived called with each new result
   */
  StatsSnapshot(
      Supplier<StoreStats> store,
      long longestAge,
      LongSupplier ticker,
      Consumer<StoreStats> arrived) {
    this.store = store;
    this.longestAge = longestAge;
    this.ticker = ticker;
    this.arrived = arrived;
  }

  /** Returns the statistics; null if the store failed. */
  @Nullable StoreStats get() {
    // One thread refreshes; the others use the cached result, so that a slow store blocks one
    // thread.
    if (isOld() && asking.tryLock()) {
      try {
        if (isOld()) {
          latest = new Answer(ask(), ticker.getAsLong());
        }
      } finally {
        asking.unlock();
      }
    }
    Answer answer = latest;
    return answer == null ? null : answer.stats();
  }

  private boolean isOld() {
    Answer answer = latest;
    return answer == null || ticker.getAsLong() - answer.at() > longestAge;
  }

  private @Nullable StoreStats ask() {
    try {
      StoreStats stats = store.get();
      arrived.accept(stats);
      return stats;
    } catch (RuntimeException e) { // metrics must not fail while the store is unavailable
      Level level = e instanceof StoreException fault ? StoreLogLevel.of(fault) : Level.WARN;
      LOG.atLevel(level).log("store statistics not read for metrics: {}", e.getMessage());
      return null;
    }
  }

  /**
   * A cached result.
   *
   * @param stats null if the store failed
   */
  private record Answer(@Nullable StoreStats stats, long at) {}
}
