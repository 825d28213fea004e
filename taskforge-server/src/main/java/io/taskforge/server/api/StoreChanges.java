package io.taskforge.server.api;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.stats.AttemptTally;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes to the event stream that attempts have ended on any node, and to operators that another
 * process has enqueued jobs: the stream itself has only the events of its own node. Reads the
 * store's statistics, one query per turn for the operators and one for each tenant that has a
 * stream open, however many jobs there are; none if no stream is open. One thread.
 */
public final class StoreChanges implements Turn, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreChanges.class);
  private static final Duration STEP = Duration.ofSeconds(4);
  private static final Duration HOUR = Duration.ofHours(1);

  private final EventFeed feed;
  private final JobStore store;
  private final ExpiringCache<String, Instant> time;
  private final Map<Optional<TenantId>, Map<Instant, Long>> known = new HashMap<>();
  private final AtomicBoolean arrived = new AtomicBoolean();
  private final AtomicReference<@Nullable Runnable> endArrivals = new AtomicReference<>();

  /**
   * @param ticker a monotonic clock in nanoseconds
   */
  public StoreChanges(EventFeed feed, JobStore store, LongSupplier ticker) {
    this.feed = feed;
    this.store = store;
    this.time = new ExpiringCache<>(ticker, Duration.ofMinutes(1));
  }

  @Override
  public Duration turn() {
    if (endArrivals.get() == null) {
      Runnable end = store.onArrival(() -> arrived.set(true));
      if (!endArrivals.compareAndSet(null, end)) {
        end.run(); // closed meanwhile
      }
    }
    Set<Optional<TenantId>> subscribers = feed.subscribers();
    known.keySet().retainAll(subscribers);
    if (!subscribers.contains(Optional.<TenantId>empty())) {
      arrived.set(false); // no operator is there to be notified
    }
    try {
      subscribers.forEach(this::look);
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e)).log("changes not read, will retry: {}", e.getMessage());
    }
    return STEP;
  }

  private void look(Optional<TenantId> subscriber) {
    Map<Instant, Long> ended = endedByHour(subscriber);
    Map<Instant, Long> before = known.put(subscriber, ended);
    if (before == null) {
      return;
    }
    long since =
        ended.entrySet().stream()
            .mapToLong(hour -> hour.getValue() - before.getOrDefault(hour.getKey(), 0L))
            .sum();
    // Whose jobs have arrived is not known, so tenants are not notified.
    boolean enqueued = subscriber.isEmpty() && arrived.getAndSet(false);
    if (since > 0 || enqueued) {
      feed.changed(subscriber.orElse(null), since, enqueued);
    }
  }

  /**
   * Also reads the previous hour, whose last seconds may not be counted yet, and the next hour,
   * because the time is up to a minute old: to ask for it would be another query.
   */
  private Map<Instant, Long> endedByHour(Optional<TenantId> subscriber) {
    Instant now = time.get("now", any -> store.now());
    StatisticsFilter hours =
        StatisticsFilter.of(now.minus(HOUR), now.plus(HOUR))
            .step(HOUR)
            .tenant(subscriber.orElse(null));
    Map<Instant, Long> ended = new HashMap<>();
    for (AttemptTally tally : store.queries().statistics(hours)) {
      ended.merge(tally.start(), tally.count(), Long::sum);
    }
    return ended;
  }

  /** Stops listening for arrivals. */
  @Override
  public void close() {
    Runnable end = endArrivals.getAndSet(() -> {});
    if (end != null) {
      end.run();
    }
  }
}
