package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.TenantWorkers;
import io.taskforge.server.http.Problem;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The quota of remote workers. Workers choose their own names, and each name is stored and listed
 * for a while: without a quota, any caller with write access could fill the store with names.
 * Thread-safe.
 */
public final class WorkerQuota {
  /** The maximum number of live workers of a tenant. */
  static final int MAX_PER_TENANT = 200;

  /** The maximum number of live workers of all tenants. */
  static final int MAX = 5_000;

  private static final Duration FRESH = Duration.ofSeconds(1);
  // The store lists a worker as live for this long after its last heartbeat.
  private static final Duration ALIVE = JobStore.DEFAULT_LEASE.multipliedBy(3);

  private final JobQueries queries;
  private final LongSupplier ticker;
  private final Set<WorkerId> alive = new HashSet<>();
  private boolean read;
  private long readAt;

  public WorkerQuota(JobQueries queries, LongSupplier ticker) {
    this.queries = queries;
    this.ticker = ticker;
  }

  /**
   * Admits a caller's worker.
   *
   * @param worker its qualified name, see {@link TenantWorkers#known}
   * @throws Problem if it is new and exceeds the quota
   */
  public synchronized void admit(Caller caller, WorkerId worker) {
    long now = ticker.getAsLong();
    if (!read || now - readAt >= FRESH.toNanos()) {
      alive.clear();
      queries.workers().stream().map(WorkerInfo::id).forEach(alive::add);
      read = true;
      readAt = now;
    }
    if (alive.contains(worker)) {
      return;
    }
    TenantId tenant = caller.tenant();
    if (tenant != null) {
      String prefix = TenantWorkers.prefix(tenant);
      refuse(
          alive.stream().filter(known -> known.value().startsWith(prefix)).count(),
          MAX_PER_TENANT,
          "tenant " + tenant);
    }
    refuse(alive.size(), MAX, "this server");
    alive.add(worker);
  }

  private static void refuse(long there, int most, String who) {
    if (there >= most) {
      throw Problem.limitExceeded(
          "%s has %d workers that were seen in the last %d s; the limit is %d. Claim with a known worker name, or stop other workers"
              .formatted(who, there, ALIVE.toSeconds(), most),
          ALIVE);
    }
  }
}
