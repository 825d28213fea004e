package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Problem;
import io.taskforge.server.tenant.QueueQuota;
import io.taskforge.server.tenant.RedriveQuota;
import io.taskforge.server.tenant.ScheduleQuota;
import io.taskforge.server.tenant.StoredTenantQuotas;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Enforces the rate limits and quotas of tenants: requests that exceed one get a 429 with
 * Retry-After.
 */
final class QuotaChecks {
  private static final int MAX_LOOKUPS = 100;

  private final StoredTenantQuotas limits;
  private final QueueQuota queues;
  private final ScheduleQuota schedules;
  private final RedriveQuota redrives;
  private final JobQueries queries;

  QuotaChecks(StoredTenantQuotas limits, JobStore store, LongSupplier ticker) {
    this.limits = limits;
    this.queues = new QueueQuota(store, ticker);
    this.schedules = new ScheduleQuota(store.documents());
    this.redrives = new RedriveQuota(store.documents(), ticker);
    this.queries = store.queries();
  }

  /**
   * Enqueues all jobs or none. Only new jobs count against the limits: not those of a request that
   * fails, and not repeats by idempotency key. A request of repeats alone is never rejected.
   */
  List<Enqueued> enqueue(Caller caller, List<JobRequest> jobs, Supplier<List<Enqueued>> enqueue) {
    Map<TenantId, Integer> numbers = new TreeMap<>();
    jobs.forEach(job -> numbers.merge(job.tenant(), 1, Integer::sum));
    try {
      queues.admit(caller, jobs.stream().map(JobRequest::queue).toList());
      charge(numbers);
    } catch (Problem e) {
      if (!exist(jobs)) {
        throw e;
      }
      return enqueue.get();
    }
    List<Enqueued> enqueued;
    try {
      enqueued = enqueue.get();
    } catch (RuntimeException e) {
      numbers.forEach(limits::giveBack);
      throw e;
    }
    for (int i = 0; i < enqueued.size(); i++) {
      if (!enqueued.get(i).created()) {
        limits.giveBack(jobs.get(i).tenant(), 1);
      }
    }
    return enqueued;
  }

  /** Charges every tenant, or none. */
  private void charge(Map<TenantId, Integer> numbers) {
    Map<TenantId, Integer> charged = new TreeMap<>();
    try {
      numbers.forEach(
          (tenant, number) -> {
            limits.admit(tenant, number);
            charged.put(tenant, number);
          });
    } catch (RuntimeException e) {
      charged.forEach(limits::giveBack);
      throw e;
    }
  }

  /** Whether jobs with these idempotency keys exist; false for many keys, which cost too much. */
  private boolean exist(List<JobRequest> jobs) {
    Set<JobKey> keys = new HashSet<>();
    for (JobRequest job : jobs) {
      IdempotencyKey key = job.idempotencyKey();
      if (key == null) {
        return false;
      }
      keys.add(new JobKey(job.tenant(), key));
      if (keys.size() > MAX_LOOKUPS) {
        return false;
      }
    }
    return keys.stream().allMatch(this::exists);
  }

  private boolean exists(JobKey job) {
    return !queries
        .list(JobFilter.all(1).tenant(job.tenant()).key(job.key()).withoutPayloads())
        .items()
        .isEmpty();
  }

  private record JobKey(TenantId tenant, IdempotencyKey key) {}

  /**
   * Applies a change that may add a waiting job to a tenant; it counts only if it adds one.
   *
   * @param added whether a result of the change added a job
   */
  <T> T job(TenantId tenant, Supplier<T> change, Predicate<T> added) {
    limits.admit(tenant, 1);
    boolean counts = false;
    try {
      T answer = change.get();
      counts = added.test(answer);
      return answer;
    } finally {
      if (!counts) {
        limits.giveBack(tenant, 1);
      }
    }
  }

  /** Applies a change that queues a finished job again. */
  ChangeResult job(TenantId tenant, Supplier<ChangeResult> change) {
    return job(tenant, change, result -> result.status() == ChangeResult.Status.CHANGED);
  }

  /** Counts a webhook delivery that was requested manually against the rate limit. */
  void delivery(TenantId tenant) {
    limits.admitByRate(tenant, 1);
  }

  /** Checks the quota of queues, if the caller names one. */
  void queue(Caller caller, @Nullable QueueName queue) {
    if (queue == null) {
      return;
    }
    queues.admit(caller, List.of(queue));
  }

  /** Checks the quota of schedules before one is created. */
  void schedule(Caller caller, TenantId owner) {
    schedules.admit(caller, owner);
  }

  /** Checks the quota of redrives before one starts; {@code owner} is null for all tenants. */
  void redrive(Caller caller, @Nullable TenantId owner) {
    redrives.admit(caller, owner);
  }
}
