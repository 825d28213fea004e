package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.TenantWorkers;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Whether there is room for a worker that nobody has heard of lately. Workers name themselves, and
 * each name is kept and listed for a while: without a bound, whoever may claim could make so many
 * that the list is of no use, and the store is full of them. Thread-safe.
 */
public final class WorkerQuota {
  /** How many workers of a tenant may be alive at once. */
  static final int MOST_OF_A_TENANT = 200;

  /** How many workers may be alive at once, in all. */
  static final int MOST = 5_000;

  private static final Duration FRESH = Duration.ofSeconds(1);
  // As long as the store counts a silent one among the living.
  private static final Duration ALIVE = JobStore.DEFAULT_LEASE.multipliedBy(3);

  private final JobQueries queries;
  private final LongSupplier ticker;
  private final Set<WorkerId> alive = new HashSet<>();
  private boolean read;
  private long readAt;

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public WorkerQuota(JobQueries queries, LongSupplier ticker) {
    this.queries = queries;
    this.ticker = ticker;
  }

  /**
   * Lets a caller's worker in.
   *
   * @param worker as {@link TenantWorkers#known} names it
   * @throws LimitExceededException if it is new, and one too many
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
          MOST_OF_A_TENANT,
          "tenant " + tenant);
    }
    refuse(alive.size(), MOST, "this server");
    alive.add(worker);
  }

  private static void refuse(long there, int most, String who) {
    if (there >= most) {
      throw new LimitExceededException(
          "%s has %d workers that were seen in the last %d s, and may have %d: claim by a name that is known, or let others fall silent"
              .formatted(who, there, ALIVE.toSeconds(), most),
          ALIVE);
    }
  }
}
