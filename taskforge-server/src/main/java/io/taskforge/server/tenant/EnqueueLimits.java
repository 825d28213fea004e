package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.job.TenantQuotas;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Lets tenants enqueue as much as their limits allow. A rate is this node's own. How many jobs wait
 * is counted every second at most, and what is let in meanwhile is added; with several nodes a
 * tenant may pass its limit by what the others let in within that second. Deliveries of webhooks
 * are never refused: they are the ends of jobs that were let in. Thread-safe.
 */
public final class EnqueueLimits implements TenantQuotas {
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final JobQueries queries;
  private final LongSupplier ticker;
  private final ExpiringCache<TenantId, TenantLimits> limits;
  private final StoredLimits stored;
  // There are as many of both as tenants with limits, which only operators make.
  private final Map<TenantId, EnqueueRateLimit> buckets = new ConcurrentHashMap<>();
  private final Map<TenantId, WaitingJobsQuota> waiting = new ConcurrentHashMap<>();

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public EnqueueLimits(StoredLimits stored, JobQueries queries, LongSupplier ticker) {
    this.stored = stored;
    this.queries = queries;
    this.ticker = ticker;
    limits = new ExpiringCache<>(ticker, FRESH);
  }

  /** Takes note of limits that were changed here, at once. */
  public void changed(TenantId tenant) {
    limits.forget(tenant);
  }

  /**
   * Lets so many jobs in.
   *
   * @throws LimitExceededException if they are too many for now
   */
  public void admit(TenantId tenant, int jobs) {
    TenantLimits most = most(tenant);
    if (most.jobsPerSecond() != null) {
      bucket(tenant).admit(jobs, most.jobsPerSecond(), ticker.getAsLong());
    }
    if (most.maxWaiting() != null) {
      try {
        waiting(tenant).admit(jobs, most.maxWaiting());
      } catch (LimitExceededException e) {
        if (most.jobsPerSecond() != null) {
          bucket(tenant).giveBack(jobs);
        }
        throw e;
      }
    }
  }

  /**
   * Lets so many deliveries in that somebody asks for. They take no room, as no delivery does.
   *
   * @throws LimitExceededException if they are too many for now
   */
  public void admitByRate(TenantId tenant, int deliveries) {
    Double most = most(tenant).jobsPerSecond();
    if (most != null) {
      bucket(tenant).admit(deliveries, most, ticker.getAsLong());
    }
  }

  /** Takes back that so many were let in: nothing came of them. */
  public void giveBack(TenantId tenant, int jobs) {
    // Without a look at the limits: the store may be what has failed.
    EnqueueRateLimit bucket = buckets.get(tenant);
    if (bucket != null) {
      bucket.giveBack(jobs);
    }
    WaitingJobsQuota jobsWaiting = waiting.get(tenant);
    if (jobsWaiting != null) {
      jobsWaiting.giveBack(jobs);
    }
  }

  @Override
  public int forSchedule(TenantId tenant, int jobs) {
    TenantLimits most = most(tenant);
    int room = jobs;
    if (most.maxWaiting() != null) {
      room = waiting(tenant).take(room, most.maxWaiting());
    }
    if (most.jobsPerSecond() != null) {
      int taken = bucket(tenant).takeAhead(room, most.jobsPerSecond(), ticker.getAsLong());
      if (most.maxWaiting() != null) {
        waiting(tenant).giveBack(room - taken);
      }
      room = taken;
    }
    return room;
  }

  /** A redrive has a rate of its own. */
  @Override
  public int forRedrive(TenantId tenant, int jobs) {
    Long most = most(tenant).maxWaiting();
    return most == null ? jobs : waiting(tenant).take(jobs, most);
  }

  private TenantLimits most(TenantId tenant) {
    return limits.get(
        tenant,
        same -> stored.find(same).map(StoredLimits.Versioned::limits).orElse(TenantLimits.NONE));
  }

  private EnqueueRateLimit bucket(TenantId tenant) {
    return buckets.computeIfAbsent(tenant, EnqueueRateLimit::new);
  }

  private WaitingJobsQuota waiting(TenantId tenant) {
    return waiting.computeIfAbsent(tenant, same -> new WaitingJobsQuota(same, queries, ticker));
  }
}
