package io.taskforge.store;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a worker can take now. Immutable.
 *
 * @param lease who asks, and for how long
 * @param queues from which queues, in the order in which they are served
 * @param types which job types it has handlers for; no others are given to it
 * @param limit how many jobs at most, in all
 * @param tenants whose jobs; empty for everybody's
 * @param perTenant how many jobs of one tenant at most, in all
 * @param tenantLimits how many jobs of a tenant at most, where that is fewer than {@code
 *     perTenant}: 0 for one that has its share of this worker already
 * @param maxBytes the claim ends with the job whose payload brings it to this many bytes of UTF-8
 */
public record ClaimRequest(
    Lease lease,
    List<QueueLimit> queues,
    Set<JobType> types,
    int limit,
    Set<TenantId> tenants,
    int perTenant,
    Map<TenantId, Integer> tenantLimits,
    int maxBytes) {
  public ClaimRequest {
    queues = List.copyOf(queues);
    types = Set.copyOf(types);
    tenants = Set.copyOf(tenants);
    tenantLimits = Map.copyOf(tenantLimits);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
    if (tenants.size() > MAX_TENANTS) {
      throw new IllegalArgumentException(
          "at most " + MAX_TENANTS + " tenants can be named but there were " + tenants.size());
    }
    if (perTenant < 1) {
      throw new IllegalArgumentException("perTenant must be at least 1 but was " + perTenant);
    }
    tenantLimits.forEach(
        (tenant, most) -> {
          if (most < 0) {
            throw new IllegalArgumentException(
                "the limit of tenant %s must not be negative but was %d".formatted(tenant, most));
          }
        });
  }

  /** Claims the jobs of all tenants alike, as many of each as there are. */
  public ClaimRequest(Lease lease, List<QueueLimit> queues, Set<JobType> types, int limit) {
    this(lease, queues, types, limit, Set.of(), Integer.MAX_VALUE, Map.of(), Integer.MAX_VALUE);
  }

  /** The most jobs of one claim. */
  public static final int MAX_LIMIT = 10_000;

  /** The most tenants that one claim may name. */
  public static final int MAX_TENANTS = 1_000;

  /** Returns this request for the jobs of these tenants; of all, if there are none. */
  public ClaimRequest tenants(Set<TenantId> only) {
    return new ClaimRequest(lease, queues, types, limit, only, perTenant, tenantLimits, maxBytes);
  }

  /** Returns this request for at most {@code most} jobs of each tenant, or fewer of some. */
  public ClaimRequest perTenant(int most, Map<TenantId, Integer> fewer) {
    return new ClaimRequest(lease, queues, types, limit, tenants, most, fewer, maxBytes);
  }

  /** Returns this request for at most {@code most} jobs. */
  public ClaimRequest limit(int most) {
    return new ClaimRequest(lease, queues, types, most, tenants, perTenant, tenantLimits, maxBytes);
  }

  /** Returns this request for payloads of about {@code bytes} in all, and for one job at least. */
  public ClaimRequest maxBytes(int bytes) {
    return new ClaimRequest(lease, queues, types, limit, tenants, perTenant, tenantLimits, bytes);
  }

  /** How many jobs of a tenant this request takes at most. */
  public int room(TenantId tenant) {
    return tenants.isEmpty() || tenants.contains(tenant)
        ? Math.min(perTenant, tenantLimits.getOrDefault(tenant, perTenant))
        : 0;
  }

  /** Who leases, and for how long. */
  public record Lease(WorkerId worker, Duration duration) {
    public Lease {
      // Stores keep microseconds; cut here, so that every store says the same.
      duration = duration.truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** A queue and how many jobs of it the worker can take. */
  public record QueueLimit(QueueName queue, int limit) {}
}
