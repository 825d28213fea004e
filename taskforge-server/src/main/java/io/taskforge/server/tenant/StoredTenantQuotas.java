package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.job.TenantQuotas;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.server.http.Problem;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The tenants' quotas: the enqueue rate limit and the limit of waiting jobs of each tenant, as
 * stored by operators. The rate limit applies per node. The waiting jobs are counted at most once a
 * second, plus what this node admitted since; with several nodes a tenant may exceed its quota by
 * what the others admit within that second. Webhook deliveries are exempt, because they report the
 * ends of jobs that were admitted. Thread-safe.
 */
public final class StoredTenantQuotas implements TenantQuotas {
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final JobQueries queries;
  private final LongSupplier ticker;
  private final ExpiringCache<TenantId, TenantLimits> limits;
  private final StoredLimits stored;
  // One per tenant with limits, which only operators set.
  private final Map<TenantId, EnqueueRateLimit> rateLimits = new ConcurrentHashMap<>();
  private final Map<TenantId, WaitingJobsQuota> waiting = new ConcurrentHashMap<>();

  public StoredTenantQuotas(StoredLimits stored, JobQueries queries, LongSupplier ticker) {
    this.stored = stored;
    this.queries = queries;
    this.ticker = ticker;
    limits = new ExpiringCache<>(ticker, FRESH);
  }

  /** Applies changed limits on this node immediately. */
  public void changed(TenantId tenant) {
    limits.forget(tenant);
  }

  /**
   * @throws Problem if they exceed the rate limit or the quota
   */
  public void admit(TenantId tenant, int jobs) {
    TenantLimits limit = limits(tenant);
    if (limit.jobsPerSecond() != null) {
      rateLimit(tenant).admit(jobs, limit.jobsPerSecond(), ticker.getAsLong());
    }
    if (limit.maxWaiting() != null) {
      try {
        waiting(tenant).admit(jobs, limit.maxWaiting());
      } catch (Problem e) {
        if (limit.jobsPerSecond() != null) {
          rateLimit(tenant).giveBack(jobs);
        }
        throw e;
      }
    }
  }

  /**
   * Admits requested webhook deliveries, which count towards the rate limit but not the quota.
   *
   * @throws Problem if they exceed the rate limit
   */
  public void admitByRate(TenantId tenant, int deliveries) {
    Double rate = limits(tenant).jobsPerSecond();
    if (rate != null) {
      rateLimit(tenant).admit(deliveries, rate, ticker.getAsLong());
    }
  }

  /** Returns what was taken for admitted jobs that were not stored. */
  public void giveBack(TenantId tenant, int jobs) {
    // Without reading the limits, because the store may be what has failed.
    EnqueueRateLimit rateLimit = rateLimits.get(tenant);
    if (rateLimit != null) {
      rateLimit.giveBack(jobs);
    }
    WaitingJobsQuota jobsWaiting = waiting.get(tenant);
    if (jobsWaiting != null) {
      jobsWaiting.giveBack(jobs);
    }
  }

  @Override
  public int forSchedule(TenantId tenant, int jobs) {
    TenantLimits limit = limits(tenant);
    int room = jobs;
    if (limit.maxWaiting() != null) {
      room = waiting(tenant).take(room, limit.maxWaiting());
    }
    if (limit.jobsPerSecond() != null) {
      int taken = rateLimit(tenant).takeAhead(room, limit.jobsPerSecond(), ticker.getAsLong());
      if (limit.maxWaiting() != null) {
        waiting(tenant).giveBack(room - taken);
      }
      room = taken;
    }
    return room;
  }

  /** Only the quota applies: a redrive has a rate limit of its own. */
  @Override
  public int forRedrive(TenantId tenant, int jobs) {
    Long quota = limits(tenant).maxWaiting();
    return quota == null ? jobs : waiting(tenant).take(jobs, quota);
  }

  private TenantLimits limits(TenantId tenant) {
    return limits.get(
        tenant,
        same -> stored.find(same).map(StoredLimits.Versioned::limits).orElse(TenantLimits.NONE));
  }

  private EnqueueRateLimit rateLimit(TenantId tenant) {
    return rateLimits.computeIfAbsent(tenant, EnqueueRateLimit::new);
  }

  private WaitingJobsQuota waiting(TenantId tenant) {
    return waiting.computeIfAbsent(tenant, same -> new WaitingJobsQuota(same, queries, ticker));
  }
}
