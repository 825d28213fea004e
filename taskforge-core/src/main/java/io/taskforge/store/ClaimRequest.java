package io.taskforge.store;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A worker's request for jobs.
 *
 * @param lease the worker and the lease duration
 * @param queues the queues and their limits, in the order in which they are served
 * @param types the job types that the worker can run
 * @param limit the maximum number of jobs
 * @param share the tenants whose jobs to claim, and how many of each
 * @param maxBytes the claim ends with the job whose payload brings it to this many bytes of UTF-8
 * @param gate which lanes are open
 */
public record ClaimRequest(
    Lease lease,
    List<QueueLimit> queues,
    Set<JobTypeName> types,
    int limit,
    TenantShare share,
    int maxBytes,
    LaneGate gate) {
  public ClaimRequest {
    queues = List.copyOf(queues);
    types = Set.copyOf(types);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
  }

  /** Claims jobs of all tenants without limits for each. */
  public ClaimRequest(Lease lease, List<QueueLimit> queues, Set<JobTypeName> types, int limit) {
    this(
        lease,
        queues,
        types,
        limit,
        new TenantShare(Set.of(), Integer.MAX_VALUE, Map.of()),
        Integer.MAX_VALUE,
        LaneGate.OPEN);
  }

  public static final int MAX_LIMIT = 10_000;

  public static final int MAX_TENANTS = 1_000;

  /** Returns this request for the jobs of these tenants; empty for all. */
  public ClaimRequest tenants(Set<TenantId> only) {
    return share(new TenantShare(only, share.perTenant, share.limits));
  }

  /** Returns this request with a limit for each tenant and lower limits for some. */
  public ClaimRequest perTenant(int most, Map<TenantId, Integer> fewer) {
    return share(new TenantShare(share.tenants, most, fewer));
  }

  private ClaimRequest share(TenantShare other) {
    return new ClaimRequest(lease, queues, types, limit, other, maxBytes, gate);
  }

  /** Returns this request with a limit of payload bytes; it still takes at least one job. */
  public ClaimRequest maxBytes(int bytes) {
    return new ClaimRequest(lease, queues, types, limit, share, bytes, gate);
  }

  /** Returns this request for lanes that {@code open} allows. */
  public ClaimRequest gate(LaneGate open) {
    return new ClaimRequest(lease, queues, types, limit, share, maxBytes, open);
  }

  /** The tenants whose jobs to claim; empty for all. */
  public Set<TenantId> tenants() {
    return share.tenants;
  }

  /** The maximum number of jobs of a tenant. */
  public int limitFor(TenantId tenant) {
    return share.limitFor(tenant);
  }

  /**
   * How many jobs to claim of which tenants.
   *
   * @param tenants the tenants whose jobs to claim; empty for all
   * @param perTenant the maximum number of jobs of each tenant
   * @param limits lower limits of single tenants; 0 for a tenant that has used up its share
   */
  public record TenantShare(Set<TenantId> tenants, int perTenant, Map<TenantId, Integer> limits) {
    public TenantShare {
      tenants = Set.copyOf(tenants);
      limits = Map.copyOf(limits);
      if (tenants.size() > MAX_TENANTS) {
        throw new IllegalArgumentException(
            "a claim takes at most " + MAX_TENANTS + " tenants but there were " + tenants.size());
      }
      if (perTenant < 1) {
        throw new IllegalArgumentException("perTenant must be at least 1 but was " + perTenant);
      }
      limits.forEach(
          (tenant, most) -> {
            if (most < 0) {
              throw new IllegalArgumentException(
                  "the limit of tenant %s must not be negative but was %d".formatted(tenant, most));
            }
          });
    }

    int limitFor(TenantId tenant) {
      return tenants.isEmpty() || tenants.contains(tenant)
          ? Math.min(perTenant, limits.getOrDefault(tenant, perTenant))
          : 0;
    }
  }

  /** A worker and a lease duration. */
  public record Lease(WorkerId worker, Duration duration) {
    public Lease {
      // Stores have microseconds; truncated here, so that all stores behave the same.
      duration = duration.truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** A queue and the maximum number of jobs to take from it. */
  public record QueueLimit(QueueName queue, int limit) {}
}
