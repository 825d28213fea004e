package io.taskforge.remote;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.store.ClaimRequest;
import io.taskforge.value.Copyable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A remote worker's request for jobs. Immutable. Start with {@link #of}. */
public final class RemoteClaim extends Copyable<RemoteClaim> {
  /** The maximum number of jobs, queues and types of one claim. */
  public static final int MAX_LIMIT = 1_000;

  /** The host of remote workers. */
  public static final String REMOTE = "remote";

  /**
   * The default lease duration of remote workers: longer than {@link
   * io.taskforge.store.JobStore#DEFAULT_LEASE}, because they renew leases over HTTP.
   */
  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);

  private final WorkerId worker;
  private final List<QueueName> queues;
  private final Set<JobTypeName> types;
  private String version = "";
  private int limit = 1;
  private Duration lease = DEFAULT_LEASE;
  private Set<TenantId> tenants = Set.of();

  private RemoteClaim(WorkerId worker, List<QueueName> queues, Set<JobTypeName> types) {
    checkCount("queues", queues);
    checkCount("types", types);
    this.worker = worker;
    this.queues = queues;
    this.types = types;
  }

  @Override
  protected void check() {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
    checkLease(lease);
    if (tenants.size() > ClaimRequest.MAX_TENANTS) {
      throw new IllegalArgumentException(
          "tenants must be at most " + ClaimRequest.MAX_TENANTS + " but were " + tenants.size());
    }
  }

  /**
   * Returns a claim of one job with the default lease, of any tenant.
   *
   * @param worker the worker's id, chosen by the worker; must be unique
   * @param queues the queues that it serves, in order of preference; 1 to 1 000
   * @param types the job types that it can run; 1 to 1 000
   */
  public static RemoteClaim of(
      WorkerId worker, Collection<QueueName> queues, Collection<JobTypeName> types) {
    return new RemoteClaim(worker, queues.stream().distinct().toList(), Set.copyOf(types));
  }

  /** Returns this claim of a worker of this version, as {@link WorkerInfo#checkedVersion}. */
  public RemoteClaim version(String ofProgram) {
    String checked = WorkerInfo.checkedVersion(ofProgram);
    return with(claim -> claim.version = checked);
  }

  /** Returns this claim of at most this many jobs. */
  public RemoteClaim limit(int jobs) {
    return with(claim -> claim.limit = jobs);
  }

  /** Returns this claim with another lease duration. */
  public RemoteClaim lease(Duration length) {
    return with(claim -> claim.lease = length);
  }

  /** Returns this claim for the jobs of these tenants; empty for all. */
  public RemoteClaim tenants(Collection<TenantId> only) {
    return with(claim -> claim.tenants = Set.copyOf(only));
  }

  /** The worker's id. */
  public WorkerId worker() {
    return worker;
  }

  /** The queues, in order of preference. */
  public List<QueueName> queues() {
    return queues;
  }

  /** The job types that the worker can run. */
  public Set<JobTypeName> types() {
    return types;
  }

  /** The version of the worker's program; empty if it was not given. */
  public String version() {
    return version;
  }

  /** The maximum number of jobs, from 1 to 1 000; 1 by default. */
  public int limit() {
    return limit;
  }

  /** The lease duration (visibility timeout), from 1 s to 1 h. */
  public Duration lease() {
    return lease;
  }

  /** The tenants whose jobs the worker takes, at most 1 000; empty (the default) for all. */
  public Set<TenantId> tenants() {
    return tenants;
  }

  /**
   * Rejects a lease that is too short to extend over HTTP, or so long that a crash is noticed too
   * late.
   *
   * @throws IllegalArgumentException if it is not from 1 s to 1 h
   */
  public static void checkLease(Duration lease) {
    if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
      throw new IllegalArgumentException("lease must be from 1s to 1h but was " + lease);
    }
  }

  private static void checkCount(String what, Collection<?> names) {
    if (names.isEmpty() || names.size() > MAX_LIMIT) {
      throw new IllegalArgumentException(
          what + " must be from 1 to " + MAX_LIMIT + " but were " + names.size());
    }
  }
}
