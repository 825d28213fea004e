package io.taskforge.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Shows what a store holds as Micrometer gauges: {@code new
 * StoreGauges(taskForge::stats).bindTo(registry)}. Thread-safe.
 *
 * <p>The store is asked when gauges are read, and at most every ten seconds, by the registry's own
 * clock, however many gauges there are and however often they are read. While it can't answer, the
 * gauges are NaN rather than old. A queue that is new has its gauge from the next reading on. One
 * process that shows them is enough: all would say the same.
 */
public final class StoreGauges implements MeterBinder {
  // As many as tenants of a server can make: none of them can push another's out.
  private static final int MOST_QUEUES = 1_000;
  private static final Duration DEFAULT_AGE = Duration.ofSeconds(10);

  private final Supplier<StoreStats> store;
  private final Duration longestAge;

  /** Shows what {@code store} answers. */
  public StoreGauges(Supplier<StoreStats> store) {
    this(store, DEFAULT_AGE);
  }

  /**
   * Shows what {@code store} answers.
   *
   * @param longestAge how old an answer may be before it is asked for again
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

  /** The gauges in one registry, and the answer that they share. */
  private static final class Binding {
    private final MeterRegistry registry;
    private final StatsSnapshot snapshot;
    private final TagValues queues = new TagValues(MOST_QUEUES);
    private final Set<String> shown = ConcurrentHashMap.newKeySet();

    Binding(MeterRegistry registry, Supplier<StoreStats> store, Duration longestAge) {
      this.registry = registry;
      this.snapshot =
          new StatsSnapshot(
              store, longestAge.toNanos(), registry.config().clock()::monotonicTime, this::arrived);
    }

    void register() {
      for (JobState state : JobState.values()) {
        gauge(
            "taskforge.jobs",
            Tags.of("state", state.name().toLowerCase(Locale.ROOT)),
            stats -> stats.jobsByState().getOrDefault(state, 0L));
      }
      gauge(
          "taskforge.dead.letters",
          Tags.empty(),
          stats -> stats.jobsByState().getOrDefault(JobState.DEAD, 0L));
      gauge("taskforge.retry.rate", Tags.empty(), Binding::retriesForEachJob);
      gauge("taskforge.retry.success.rate", Tags.empty(), stats -> stats.retrySuccessRate() / 100);
      snapshot.get();
    }

    /** A queue gets its gauge when it is first heard of. */
    private void arrived(StoreStats stats) {
      for (QueueName queue : stats.queues().keySet()) {
        String value = queues.of(queue.value());
        if (shown.add(value)) {
          gauge("taskforge.queue.depth", Tags.of("queue", value), now -> depth(now, value));
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

    private static double retriesForEachJob(StoreStats stats) {
      long jobs = stats.jobsByState().values().stream().mapToLong(Long::longValue).sum();
      return jobs == 0 ? 0 : (double) stats.totalRetries() / jobs;
    }

    private void gauge(String name, Tags tags, ToDoubleFunction<StoreStats> value) {
      Gauge.builder(name, this, binding -> binding.read(value))
          .description(meaning(name))
          .tags(tags)
          .strongReference(true)
          .register(registry);
    }

    private static String meaning(String name) {
      return switch (name) {
        case "taskforge.jobs" -> "Jobs in each state";
        case "taskforge.dead.letters" -> "Jobs that were given up and wait to be looked at";
        case "taskforge.retry.rate" -> "Retries for each job that is kept";
        case "taskforge.retry.success.rate" -> "The part of retries that succeeded, from 0 to 1";
        case "taskforge.queue.depth" -> "Jobs that wait in each queue";
        default -> throw new IllegalArgumentException(name);
      };
    }

    private double read(ToDoubleFunction<StoreStats> value) {
      StoreStats stats = snapshot.get();
      return stats == null ? Double.NaN : value.applyAsDouble(stats);
    }
  }
}
