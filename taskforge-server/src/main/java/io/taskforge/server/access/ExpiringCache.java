package io.taskforge.server.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * What was looked up a moment ago, so that not every request has to ask the store. Bounded: what
 * was asked for longest ago is forgotten first. Thread-safe.
 */
public final class ExpiringCache<K, V> {
  private static final int MOST = 10_000;

  private final LongSupplier ticker;
  private final long freshNanos;
  private final Map<K, Known<V>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Known<V>> eldest) {
          return size() > MOST;
        }
      };

  private record Known<V>(V value, long at) {}

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   * @param fresh how old a value may be
   */
  public ExpiringCache(LongSupplier ticker, Duration fresh) {
    this.ticker = ticker;
    freshNanos = fresh.toNanos();
  }

  /** Returns what is known, or else what {@code look} finds; two may look at the same time. */
  public V get(K key, Function<K, V> look) {
    long now = ticker.getAsLong();
    synchronized (known) {
      Known<V> before = known.get(key);
      if (before != null && now - before.at() < freshNanos) {
        return before.value();
      }
    }
    V found = look.apply(key);
    synchronized (known) {
      known.put(key, new Known<>(found, now));
    }
    return found;
  }

  /** Changes what is known, if anything is; it gets no fresher by this. */
  public void change(K key, UnaryOperator<V> change) {
    synchronized (known) {
      known.computeIfPresent(
          key, (same, before) -> new Known<>(change.apply(before.value()), before.at()));
    }
  }

  /** Forgets what is known. */
  public void forget(K key) {
    synchronized (known) {
      known.remove(key);
    }
  }
}
