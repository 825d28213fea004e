package io.taskforge.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Micrometer gauges of a store's jobs: {@code new StoreGauges(taskForge::stats).bindTo(registry)}.
 * Thread-safe.
 *
 * <p>Reads the store when gauges are read, at most every ten seconds by the registry's clock. While
 * the store is unavailable, the gauges are NaN rather than stale. A new queue has its gauge from
 * the next read on. Bind it in one process: all would report the same values.
 */
@SuppressWarnings("exports") // Micrometer is an optional dependency
public final class StoreGauges implements MeterBinder {
  private static final Logger LOG = LoggerFactory.getLogger(StoreGauges.class);
  // The most queues that the tenants of a server can create, so that none is dropped.
  private static final int MOST_QUEUES = 1_000;
  private static final Duration DEFAULT_AGE = Duration.ofSeconds(10);

  private final Supplier<StoreStats> store;
  private final Duration longestAge;

  /** Reads statistics from {@code store}, at most every ten seconds. */
  public StoreGauges(Supplier<StoreStats> store) {
    this(store, DEFAULT_AGE);
  }

  /**
   * Reads statistics from {@code store}.
   *
   * @param longestAge how old statistics may be before they are read again
   */
  public StoreGauges(Supplier<StoreStats> store, Duration longestAge) {
    if (longestAge.isNegative()) {
      throw new IllegalArgumentException("longest age must not be negative but was " + longestAge);
    }
    this.store = store;
    this.longestAge = longestAge;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new Binding(registry, store, longestAge).register();
  }

  /**
   * Cached statistics.
   *
   * @param stats null if the store failed
   * @param at when they were read, in nanoseconds of the registry's clock
   */
  private record Snapshot(@Nullable StoreStats stats, long at) {}

  /** The gauges in one registry, which share a snapshot. */
  private static final class Binding {
    private final MeterRegistry registry;
    private final Supplier<StoreStats> store;
    private final long longestAge; // in nanoseconds
    private final TagValues queues = new TagValues(MOST_QUEUES);
    private final Set<String> shown = ConcurrentHashMap.newKeySet();
    private final ReentrantLock refreshing = new ReentrantLock();
    private volatile @Nullable Snapshot latest;

    Binding(MeterRegistry registry, Supplier<StoreStats> store, Duration longestAge) {
      this.registry = registry;
      this.store = store;
      this.longestAge = longestAge.toNanos();
    }

    void register() {
      for (JobState state : JobState.values()) {
        gauge(
            "taskforge.jobs",
            "Jobs in each state",
            Tags.of("state", state.name().toLowerCase(Locale.ROOT)),
            stats -> stats.jobsByState().getOrDefault(state, 0L));
      }
      gauge(
          "taskforge.dead.letters",
          "Dead letters",
          Tags.empty(),
          stats -> stats.jobsByState().getOrDefault(JobState.DEAD, 0L));
      gauge(
          "taskforge.retry.rate", "Retries per finished job", Tags.empty(), Binding::retriesPerJob);
      gauge(
          "taskforge.retry.success.rate",
          "Ratio of retries that succeeded, from 0 to 1; 1 without any",
          Tags.empty(),
          stats -> stats.retrySuccessRate() / 100);
      refresh();
    }

    private void refresh() {
      // One thread refreshes; the others use the cached result, so that a slow store blocks one
      // thread.
      if (isOld() && refreshing.tryLock()) {
        try {
          if (isOld()) {
            latest = new Snapshot(readStore(), now());
          }
        } finally {
          refreshing.unlock();
        }
      }
    }

    private boolean isOld() {
      Snapshot known = latest;
      return known == null || now() - known.at > longestAge;
    }

    private long now() {
      return registry.config().clock().monotonicTime();
    }

    private @Nullable StoreStats readStore() {
      try {
        StoreStats stats = store.get();
        arrived(stats);
        return stats;
      } catch (RuntimeException e) { // metrics must not fail while the store is unavailable
        Level level = e instanceof StoreException fault ? StoreLogLevel.of(fault) : Level.WARN;
        LOG.atLevel(level).log("store statistics not read for metrics: {}", e.getMessage());
        return null;
      }
    }

    /** Registers the gauge of each new queue. */
    private void arrived(StoreStats stats) {
      for (QueueName queue : stats.queues().keySet()) {
        String value = queues.of(queue.value());
        if (shown.add(value)) {
          gauge(
              "taskforge.queue.depth",
              "Jobs waiting in each queue",
              Tags.of("queue", value),
              now -> depth(now, value));
        }
      }
    }

    private double depth(StoreStats stats, String value) {
      if (!value.equals(TagValues.OTHER)) {
        QueueCounts counts = stats.queues().get(new QueueName(value));
        return counts == null ? 0 : counts.waiting();
      }
      return stats.queues().entrySet().stream()
          .filter(queue -> queues.of(queue.getKey().value()).equals(value))
          .mapToDouble(queue -> queue.getValue().waiting())
          .sum();
    }

    private static double retriesPerJob(StoreStats stats) {
      long jobs = stats.figures().endedJobs();
      return jobs == 0 ? 0 : (double) stats.totalRetries() / jobs;
    }

    private void gauge(
        String name, String description, Tags tags, ToDoubleFunction<StoreStats> value) {
      Gauge.builder(name, this, binding -> binding.read(value))
          .description(description)
          .tags(tags)
          .strongReference(true)
          .register(registry);
    }

    private double read(ToDoubleFunction<StoreStats> value) {
      refresh();
      Snapshot known = latest;
      return known == null || known.stats == null ? Double.NaN : value.applyAsDouble(known.stats);
    }
  }
}
