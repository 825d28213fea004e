package io.taskforge.engine;

import io.taskforge.engine.loop.Wake;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.LeaseRef;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * All jobs that this worker holds, from their claim until the store has their result, and how many
 * of them occupy a place. Thread-safe.
 */
final class RunningJobs {
  private final Map<LeaseRef, RunningJob> held = new ConcurrentHashMap<>();
  private final Map<QueueName, AtomicInteger> occupiedByQueue = new ConcurrentHashMap<>();
  // Has no entries for tenants without a running job: there can be too many.
  private final Map<TenantId, Integer> occupiedByTenant = new ConcurrentHashMap<>();
  private final AtomicInteger occupied = new AtomicInteger();
  private final Wake fetcher;
  private volatile boolean fetcherAwaitsCommit;
  private final Wake shutdown = new Wake();

  RunningJobs(Wake fetcher) {
    this.fetcher = fetcher;
  }

  void add(RunningJob running) {
    held.put(running.job.lease(), running);
    occupied.incrementAndGet();
    inQueue(running.job.queue()).incrementAndGet();
    occupiedByTenant.merge(running.job.tenant(), 1, Integer::sum);
  }

  /** The handler has returned or was abandoned: another job may take its place. */
  void vacate(RunningJob running) {
    // The total last: a reader that sees a free place must find it free in its queue and tenant
    // too.
    occupiedByTenant.computeIfPresent(
        running.job.tenant(), (tenant, jobs) -> jobs == 1 ? null : jobs - 1);
    inQueue(running.job.queue()).decrementAndGet();
    occupied.decrementAndGet();
    fetcher.wake();
    shutdown.wake();
  }

  /** Waits until a job leaves its place, at most {@code limit}; for one thread. */
  void awaitVacated(Duration limit) throws InterruptedException {
    shutdown.await(limit);
  }

  /**
   * The store has the result, or will never take one. Returns the job, or null if it ran elsewhere.
   */
  @Nullable RunningJob remove(LeaseRef lease) {
    return held.remove(lease);
  }

  /** Whether the Fetcher waits for uncommitted results to be committed (backpressure). */
  void wakeFetcherAfterCommit(boolean waits) {
    fetcherAwaitsCommit = waits;
  }

  /** Results were committed. */
  void committed() {
    if (fetcherAwaitsCommit) {
      fetcher.wake();
    }
  }

  Collection<RunningJob> all() {
    return List.copyOf(held.values());
  }

  Set<Long> tokens() {
    Set<Long> tokens = ConcurrentHashMap.newKeySet();
    for (LeaseRef lease : held.keySet()) {
      tokens.add(lease.token());
    }
    return tokens;
  }

  int occupied() {
    return occupied.get();
  }

  int occupied(QueueName queue) {
    return inQueue(queue).get();
  }

  /** The number of running jobs of each tenant that has any. */
  Map<TenantId, Integer> occupiedByTenant() {
    return Map.copyOf(occupiedByTenant);
  }

  int held() {
    return held.size();
  }

  private AtomicInteger inQueue(QueueName queue) {
    return occupiedByQueue.computeIfAbsent(queue, name -> new AtomicInteger());
  }
}
