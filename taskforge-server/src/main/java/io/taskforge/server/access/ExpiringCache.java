package io.taskforge.server.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A small cache whose entries expire. Holds at most {@value #MAX} entries and evicts the least
 * recently used one. Thread-safe.
 */
public final class ExpiringCache<K, V> {
  private static final int MAX = 10_000;

  private final LongSupplier ticker;
  private final long freshNanos;
  private final Map<K, Known<V>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Known<V>> eldest) {
          return size() > MAX;
        }
      };

  private record Known<V>(V value, long at) {}

  /**
   * @param ticker a monotonic clock in nanoseconds
   * @param fresh the age at which a value expires
   */
  public ExpiringCache(LongSupplier ticker, Duration fresh) {
    this.ticker = ticker;
    freshNanos = fresh.toNanos();
  }

  /** Returns the cached value, or else loads it; two threads may load the same key at once. */
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

  /** Changes a cached value without extending its age. */
  public void change(K key, UnaryOperator<V> change) {
    synchronized (known) {
      known.computeIfPresent(
          key, (same, before) -> new Known<>(change.apply(before.value()), before.at()));
    }
  }

  public void forget(K key) {
    synchronized (known) {
      known.remove(key);
    }
  }
}
