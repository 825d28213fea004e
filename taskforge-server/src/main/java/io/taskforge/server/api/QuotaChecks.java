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
import io.taskforge.server.http.ProblemException;
import io.taskforge.server.tenant.EnqueueLimits;
import io.taskforge.server.tenant.LimitExceededException;
import io.taskforge.server.tenant.QueueQuota;
import io.taskforge.server.tenant.RedriveQuota;
import io.taskforge.server.tenant.ScheduleQuota;
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

/** Lets in what makes jobs wait, or answers that it is too much for now. */
final class QuotaChecks {
  private static final int MOST_LOOKED_UP = 100;

  private final EnqueueLimits limits;
  private final QueueQuota queues;
  private final ScheduleQuota schedules;
  private final RedriveQuota redrives;
  private final JobQueries queries;

  QuotaChecks(EnqueueLimits limits, JobStore store, LongSupplier ticker) {
    this.limits = limits;
    this.queues = new QueueQuota(store, ticker);
    this.schedules = new ScheduleQuota(store.documents());
    this.redrives = new RedriveQuota(store.documents(), ticker);
    this.queries = store.queries();
  }

  /**
   * Enqueues all of them, or none: a request that is refused or fails is not charged. What was
   * enqueued before is not charged either, and if there is nothing else it is let in by any limit.
   */
  List<Enqueued> enqueue(Caller caller, List<JobRequest> jobs, Supplier<List<Enqueued>> enqueue) {
    Map<TenantId, Integer> numbers = new TreeMap<>();
    jobs.forEach(job -> numbers.merge(job.tenant(), 1, Integer::sum));
    try {
      queues.admit(caller, jobs.stream().map(JobRequest::queue).toList());
      charge(numbers);
    } catch (LimitExceededException e) {
      if (!areKnown(jobs)) {
        throw problem(e);
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

  /** A repeat of few keys is looked up; to do so for many would cost more than to enqueue them. */
  private boolean areKnown(List<JobRequest> jobs) {
    Set<KnownBy> keys = new HashSet<>();
    for (JobRequest job : jobs) {
      IdempotencyKey key = job.idempotencyKey();
      if (key == null) {
        return false;
      }
      keys.add(new KnownBy(job.tenant(), key));
      if (keys.size() > MOST_LOOKED_UP) {
        return false;
      }
    }
    return keys.stream().allMatch(this::isKnown);
  }

  private boolean isKnown(KnownBy its) {
    return !queries
        .list(JobFilter.all(1).tenant(its.tenant()).key(its.key()).withoutPayloads())
        .items()
        .isEmpty();
  }

  /** By what a job is the same as another. */
  private record KnownBy(TenantId tenant, IdempotencyKey key) {}

  /**
   * Lets a change make one more job of a tenant wait; one that makes none is not charged.
   *
   * @param made whether there is one, by the change's answer
   */
  <T> T job(TenantId tenant, Supplier<T> change, Predicate<T> made) {
    try {
      limits.admit(tenant, 1);
    } catch (LimitExceededException e) {
      throw problem(e);
    }
    boolean waits = false;
    try {
      T answer = change.get();
      waits = made.test(answer);
      return answer;
    } finally {
      if (!waits) {
        limits.giveBack(tenant, 1);
      }
    }
  }

  /** As {@link #job(TenantId, Supplier, Predicate)}, for a change of a job that waits no longer. */
  ChangeResult job(TenantId tenant, Supplier<ChangeResult> change) {
    return job(tenant, change, result -> result.status() == ChangeResult.Status.CHANGED);
  }

  /** Lets one more delivery go to a tenant's webhook because somebody asks for it. */
  void delivery(TenantId tenant) {
    try {
      limits.admitByRate(tenant, 1);
    } catch (LimitExceededException e) {
      throw problem(e);
    }
  }

  /** Lets a caller name a queue, if it names one. */
  void queue(Caller caller, @Nullable QueueName queue) {
    if (queue == null) {
      return;
    }
    try {
      queues.admit(caller, List.of(queue));
    } catch (LimitExceededException e) {
      throw problem(e);
    }
  }

  /** Lets a caller make one more schedule. */
  void schedule(Caller caller, TenantId owner) {
    try {
      schedules.admit(caller, owner);
    } catch (LimitExceededException e) {
      throw problem(e);
    }
  }

  /** Lets a caller start one more redrive, of a tenant's dead letters or of all. */
  void redrive(Caller caller, @Nullable TenantId owner) {
    try {
      redrives.admit(caller, owner);
    } catch (LimitExceededException e) {
      throw problem(e);
    }
  }

  static ProblemException problem(LimitExceededException e) {
    return Problem.plain(429, "too-much", "Too much at once", String.valueOf(e.getMessage()))
        .retryAfter(e.retryAfter())
        .exception();
  }
}
