package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Totals of jobs. Those of one tenant are cached: counting reads all its jobs, and its keys must
 * not be able to cause more load than this. Thread-safe.
 */
final class StatsCache {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final JobQueries queries;
  private final ExpiringCache<TenantId, StoreStats> ofTenants;

  StatsCache(JobQueries queries, LongSupplier ticker) {
    this.queries = queries;
    this.ofTenants = new ExpiringCache<>(ticker, FRESH);
  }

  /** Returns the totals of a tenant, or of all tenants if it is null. */
  StoreStats of(@Nullable TenantId tenant) {
    return tenant == null ? queries.stats() : ofTenants.get(tenant, queries::stats);
  }
}
