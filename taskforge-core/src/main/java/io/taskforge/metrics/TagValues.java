package io.taskforge.metrics;

import io.taskforge.job.TenantId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The values that one tag may take: the first that come, and {@code other} for the rest, so that no
 * program can grow its metrics without end by naming queues or types. Thread-safe.
 *
 * <p>One tenant can bring the first {@value #MOST}, but not keep the others out: each of those can
 * bring {@value #OF_EACH_TENANT} of its own, until there are {@value #MOST_OF_ALL}.
 */
final class TagValues {
  static final int MOST = 100;
  static final int OF_EACH_TENANT = 5;
  static final int MOST_OF_ALL = 300;
  static final String OTHER = "other";

  private final int most;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Map<TenantId, Integer> brought = new HashMap<>(); // guarded by this

  TagValues() {
    this(MOST);
  }

  TagValues(int most) {
    this.most = most;
  }

  /** Returns the value, or {@code other}, for something that is no tenant's. */
  String of(String value) {
    if (known.contains(value)) {
      return value;
    }
    synchronized (this) {
      if (known.size() < most) {
        known.add(value);
      }
    }
    return known.contains(value) ? value : OTHER;
  }

  /** Returns the value, or {@code other} where a tenant has brought too many. */
  String of(TenantId tenant, String value) {
    if (known.contains(value)) {
      return value;
    }
    synchronized (this) {
      if (!known.contains(value) && mayBring(tenant)) {
        known.add(value);
        brought.merge(tenant, 1, Integer::sum);
      }
    }
    return known.contains(value) ? value : OTHER;
  }

  private boolean mayBring(TenantId tenant) {
    return known.size() < most
        || (known.size() < MOST_OF_ALL && brought.getOrDefault(tenant, 0) < OF_EACH_TENANT);
  }
}
