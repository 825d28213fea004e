package io.taskforge.metrics;

import io.taskforge.job.TenantId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits the cardinality of a metric's tag: the first values are kept, and the rest become {@code
 * other}. Thread-safe.
 *
 * <p>One tenant can use up the first {@value #MOST} values, but each further tenant can add {@value
 * #OF_EACH_TENANT}, up to {@value #MOST_OF_ALL} in total.
 */
public final class TagValues {
  static final int MOST = 100;
  static final int OF_EACH_TENANT = 5;
  static final int MOST_OF_ALL = 300;
  static final String OTHER = "other";

  private final int most;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Map<TenantId, Integer> added = new HashMap<>(); // guarded by this

  /** Creates a limit for one tag of one or several metrics. */
  public TagValues() {
    this(MOST);
  }

  TagValues(int most) {
    this.most = most;
  }

  /** Returns the value, or {@code other} if there are too many; for values without a tenant. */
  String of(String value) {
    return of(null, value);
  }

  /**
   * Returns the value, or {@code other} if the tenant has added too many.
   *
   * @param tenant null for values of no tenant
   */
  public String of(@Nullable TenantId tenant, String value) {
    if (known.contains(value)) {
      return value;
    }
    synchronized (this) {
      if (!known.contains(value) && mayAdd(tenant)) {
        known.add(value);
        if (tenant != null) {
          added.merge(tenant, 1, Integer::sum);
        }
      }
    }
    return known.contains(value) ? value : OTHER;
  }

  private boolean mayAdd(@Nullable TenantId tenant) {
    return known.size() < most
        || (tenant != null
            && known.size() < MOST_OF_ALL
            && added.getOrDefault(tenant, 0) < OF_EACH_TENANT);
  }
}
