package io.taskforge.engine;

import io.taskforge.engine.loop.Wake;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All jobs that this worker holds, from their claim until the store has their result: those that
 * wait for a place, those that occupy one, and those whose result is not committed. Thread-safe.
 */
final class RunningJobs {
  private final Map<LeaseRef, RunningJob> held = new ConcurrentHashMap<>();
  private final Map<QueueName, AtomicInteger> unfinishedByQueue = new ConcurrentHashMap<>();
  // Has no entries for tenants without a job: there can be too many.
  private final Map<TenantId, Integer> unfinishedByTenant = new ConcurrentHashMap<>();
  private final Queue<RunningJob> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unfinished = new AtomicInteger(); // waiting or in a place
  private final AtomicInteger occupied = new AtomicInteger();
  private final Wake fetcher;
  private volatile int wakeFetcherAt = Integer.MAX_VALUE;
  private volatile boolean fetcherAwaitsCommit;
  private final Wake shutdown = new Wake();
  private volatile boolean awaited; // waking a thread that does not wait costs each job a lock

  RunningJobs(Wake fetcher) {
    this.fetcher = fetcher;
  }

  /** Adds a job that waits for a place. */
  void add(RunningJob running) {
    held.put(running.job.lease(), running);
    unfinished.incrementAndGet();
    inQueue(running.job.queue()).incrementAndGet();
    unfinishedByTenant.merge(running.job.tenant(), 1, Integer::sum);
    waiting.add(running);
  }

  /** Gives the next waiting job one of {@code places}; null if none waits or no place is free. */
  @Nullable RunningJob next(int places) {
    while (!waiting.isEmpty()
        && occupied.getAndUpdate(taken -> taken < places ? taken + 1 : taken) < places) {
      RunningJob next = waiting.poll();
      if (next != null) {
        return next;
      }
      // Another thread was faster. A job that was added meanwhile found this place taken.
      occupied.decrementAndGet();
    }
    return null;
  }

  /** The handler has returned or was abandoned: another job may take its place. */
  void vacate(RunningJob running) {
    // The total last: a reader that sees a free place must find it free in its queue and tenant
    // too.
    unfinishedByTenant.computeIfPresent(
        running.job.tenant(), (tenant, jobs) -> jobs == 1 ? null : jobs - 1);
    inQueue(running.job.queue()).decrementAndGet();
    occupied.decrementAndGet();
    if (unfinished.decrementAndGet() <= wakeFetcherAt) {
      fetcher.wake();
    }
    if (awaited) {
      shutdown.wake();
    }
  }

  /** Wakes the Fetcher when no more than {@code jobs} run or wait for a place. */
  void wakeFetcherAt(int jobs) {
    wakeFetcherAt = jobs;
  }

  /** Whether a job has waited for a place for longer than {@code limit}. */
  boolean hasWaited(Duration limit) {
    RunningJob first = waiting.peek();
    return first != null && first.isHeldLongerThan(limit);
  }

  /** Waits until a job leaves its place, at most {@code limit}; for one thread. */
  void awaitVacated(Duration limit) throws InterruptedException {
    awaited = true;
    shutdown.await(limit);
  }

  /**
   * The store has the result, or will never take one. Returns the job, or null if it ran elsewhere.
   */
  @Nullable RunningJob remove(LeaseRef lease) {
    return held.remove(lease);
  }

  /** Sets whether the Fetcher waits for uncommitted results to be committed (backpressure). */
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

  Stream<ClaimedJob> claimed() {
    return held.values().stream().map(running -> running.job);
  }

  Set<Long> tokens() {
    Set<Long> tokens = ConcurrentHashMap.newKeySet();
    for (LeaseRef lease : held.keySet()) {
      tokens.add(lease.token());
    }
    return tokens;
  }

  /** How many jobs run. */
  int occupied() {
    return occupied.get();
  }

  /** How many jobs run or wait for a place. */
  int unfinished() {
    return unfinished.get();
  }

  int unfinished(QueueName queue) {
    return inQueue(queue).get();
  }

  /** The number of jobs of each tenant that run or wait for a place. */
  Map<TenantId, Integer> unfinishedByTenant() {
    return Map.copyOf(unfinishedByTenant);
  }

  int held() {
    return held.size();
  }

  private AtomicInteger inQueue(QueueName queue) {
    return unfinishedByQueue.computeIfAbsent(queue, name -> new AtomicInteger());
  }
}
