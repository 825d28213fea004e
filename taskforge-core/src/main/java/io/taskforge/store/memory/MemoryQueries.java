package io.taskforge.store.memory;

import io.taskforge.job.Attempt;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.query.WorkerInfo;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.StoreStats;
import io.taskforge.stats.TenantQueue;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import io.taskforge.store.PageBytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queries of a memory store, under its monitor. */
record MemoryQueries(MemoryJobStore store) implements JobQueries {
  private static final int MAX_ALIKE = 20;

  @Override
  public Optional<Job> job(JobId id) {
    return store.read(
        "read a job", () -> Optional.ofNullable(store.jobs.get(id)).map(StoredJob::snapshot));
  }

  @Override
  public Map<JobId, Job> jobs(List<JobId> ids) {
    synchronized (store) {
      store.open("read jobs");
      Map<JobId, Job> found = new LinkedHashMap<>();
      for (JobId id : ids) {
        StoredJob job = store.jobs.get(id);
        if (job != null) {
          found.put(id, job.snapshot().withoutPayload());
        }
      }
      return found;
    }
  }

  @Override
  public JobPage list(JobFilter filter) {
    synchronized (store) {
      store.open("list jobs");
      List<Job> found =
          matching(filter)
              .sorted(Comparator.comparing(Job::id).reversed())
              .skip(filter.offset())
              .limit(filter.limit() + 1L)
              .toList();
      List<Job> page =
          PageBytes.cut(found.subList(0, Math.min(found.size(), filter.limit())), PageBytes::of);
      boolean more = found.size() > page.size();
      return new JobPage(page, more ? page.get(page.size() - 1).id() : null);
    }
  }

  @Override
  public long count(JobFilter filter, long most) {
    return store.read("count jobs", () -> matching(filter).limit(most).count());
  }

  @Override
  public List<JobId> idsEndingWith(String digits, int scanned) {
    return store.read(
        "find jobs by id",
        () ->
            store.jobs.keySet().stream()
                .sorted(Comparator.reverseOrder())
                .limit(scanned)
                .filter(id -> id.toString().replace("-", "").endsWith(digits))
                .limit(MAX_ALIKE)
                .toList());
  }

  @Override
  public List<JobPlace> places(@Nullable TenantId tenant, Instant from, int most) {
    return store.read(
        "read places",
        () -> store.statistics.places(tenant, StatisticsFilter.oldestHour(from), most));
  }

  private Stream<Job> matching(JobFilter filter) {
    return store.jobs.values().stream()
        .filter(job -> wanted(filter.fingerprint(), job.lastFingerprint()))
        .map(StoredJob::snapshot)
        .filter(job -> matches(filter, job))
        .map(job -> filter.payloads() ? job : job.withoutPayload());
  }

  private static boolean matches(JobFilter filter, Job job) {
    JobError error = job.lastError();
    DeadLetter dead = job.deadLetter();
    return wanted(filter.queue(), job.queue())
        && wanted(filter.state(), job.state())
        && wanted(filter.type(), job.type())
        && wanted(filter.tenant(), job.tenant())
        && wanted(filter.key(), job.idempotencyKey())
        && isOf(filter.schedule(), job)
        && (filter.tag() == null || job.tags().contains(filter.tag()))
        && (filter.errorType() == null
            || (error != null && error.type().equalsIgnoreCase(filter.errorType())))
        && wanted(filter.failureKind(), error == null ? null : error.kind())
        && (filter.createdFrom() == null || !job.createdAt().isBefore(filter.createdFrom()))
        && (filter.createdBefore() == null || job.createdAt().isBefore(filter.createdBefore()))
        && wanted(filter.movedFrom(), dead == null ? null : dead.movedFrom())
        && isFinishedInTime(filter, job.finishedAt())
        && (filter.before() == null || job.id().compareTo(filter.before()) < 0);
  }

  private static boolean isOf(@Nullable ScheduleKey schedule, Job job) {
    return schedule == null
        || (schedule.tenant().equals(job.tenant()) && schedule.id().equals(job.schedule()));
  }

  private static boolean isFinishedInTime(JobFilter filter, @Nullable Instant finishedAt) {
    Instant from = filter.finishedFrom();
    Instant before = filter.finishedBefore();
    return (from == null && before == null)
        || (finishedAt != null
            && (from == null || !finishedAt.isBefore(from))
            && (before == null || finishedAt.isBefore(before)));
  }

  private static boolean wanted(@Nullable Object criterion, @Nullable Object value) {
    return criterion == null || criterion.equals(value);
  }

  @Override
  public List<DeadLetterStay> deadLetterStays(JobId id) {
    synchronized (store) {
      store.open("read dead letter stays");
      StoredJob job = store.jobs.get(id);
      return job == null ? List.of() : job.stays.stream().limit(DeadLetterStay.MAX).toList();
    }
  }

  @Override
  public List<Attempt> attempts(AttemptFilter filter) {
    synchronized (store) {
      store.open("read attempts");
      List<Attempt> latest =
          filter.jobs().stream()
              .flatMap(id -> Stream.ofNullable(store.jobs.get(id)))
              .flatMap(job -> newestFirst(job).stream())
              .filter(attempt -> isBefore(filter, attempt))
              .filter(attempt -> wanted(filter.failureKind(), attempt.failureKind()))
              .map(attempt -> filter.texts() ? attempt : attempt.withoutTexts())
              .limit(Math.max(0, filter.limit()))
              .toList();
      List<Attempt> page = PageBytes.cut(latest, PageBytes::of);
      Collections.reverse(page);
      return List.copyOf(page);
    }
  }

  private static List<Attempt> newestFirst(StoredJob job) {
    List<Attempt> attempts =
        job.attempts.stream()
            .map(StoredAttempt::attempt)
            .collect(Collectors.toCollection(ArrayList::new));
    if (job.lease != null) {
      attempts.add(running(job, job.lease));
    }
    Collections.reverse(attempts);
    return attempts;
  }

  private static boolean isBefore(AttemptFilter filter, Attempt attempt) {
    return filter.before() == null
        || !attempt.jobId().equals(filter.jobs().get(0))
        || attempt.number().entry() < filter.before();
  }

  private static Attempt running(StoredJob job, MemoryLease lease) {
    return Attempt.running(
        job.given.id(), job.number, job.counters, lease.worker, job.runAt, lease.claimedAt);
  }

  @Override
  public long ahead(JobId id, int most) {
    synchronized (store) {
      store.open("count jobs ahead");
      StoredJob job = store.jobs.get(id);
      return job == null ? 0 : store.waiting.ahead(job, most, store.now());
    }
  }

  @Override
  public Map<LeaseRef, LeasedJob> leased(Collection<LeaseRef> leases) {
    synchronized (store) {
      store.open("read leases");
      Map<LeaseRef, LeasedJob> found = new HashMap<>();
      for (LeaseRef ref : leases) {
        MemoryLease lease = store.leases.get(ref.token());
        StoredJob job = lease == null ? null : lease.open(ref.position());
        if (lease != null && job != null) {
          ClaimedJob claimed = job.claimed(ref, lease.claimedAt, null).withoutPayload();
          found.put(ref, new LeasedJob(claimed, lease.worker, store.now()));
        }
      }
      return found;
    }
  }

  @Override
  public StoreStats stats(@Nullable TenantId tenant) {
    synchronized (store) {
      store.open("read statistics");
      Map<JobState, Long> byState = new EnumMap<>(JobState.class);
      for (JobState state : JobState.values()) {
        byState.put(state, 0L);
      }
      List<StoredJob> jobs =
          store.jobs.values().stream().filter(job -> wanted(tenant, job.given.tenant())).toList();
      jobs.forEach(job -> byState.merge(job.state, 1L, Long::sum));
      StatisticsFilter all = StatisticsFilter.all().tenant(tenant);
      return new StoreStats(byState, queues(jobs), JobFigures.of(store.statistics.read(all)));
    }
  }

  private Map<QueueName, QueueCounts> queues(List<StoredJob> jobs) {
    Instant now = store.now();
    Map<QueueName, QueueCounts> queues = new TreeMap<>();
    for (StoredJob job : jobs) {
      QueueCounts counts = queues.getOrDefault(job.queue, QueueCounts.NONE);
      switch (job.state) {
        case QUEUED, RETRYING -> queues.put(job.queue, waiting(counts, job.runAt, now));
        case RUNNING -> queues.put(job.queue, counts.withRunning(counts.running() + 1));
        case DEAD -> queues.put(job.queue, counts.withDead(counts.dead() + 1));
        case SUCCEEDED, FAILED, CANCELLED -> {}
      }
    }
    return queues;
  }

  private static QueueCounts waiting(QueueCounts counts, Instant runAt, Instant now) {
    boolean due = !runAt.isAfter(now);
    Instant oldest = counts.oldestDueAt();
    return counts.withWaiting(
        counts.waiting() + 1,
        counts.due() + (due ? 1 : 0),
        due && (oldest == null || runAt.isBefore(oldest)) ? runAt : oldest);
  }

  @Override
  public Map<TenantQueue, QueueLoad> loads() {
    return store.read("read loads", () -> MemoryLoads.of(store.jobs.values(), store.now()));
  }

  @Override
  public Map<TenantQueue, RetryActivity> retryActivity(Instant from, Instant to) {
    return store.read("count attempts", () -> MemoryLoads.retries(store.jobs.values(), from, to));
  }

  @Override
  public List<AttemptTally> statistics(StatisticsFilter filter) {
    return store.read("read statistics", () -> store.statistics.read(filter));
  }

  @Override
  public List<FailureGroup> failureGroups(FailureGroupFilter filter) {
    return store.read(
        "group failures", () -> MemoryHistory.groups(store.jobs.values(), filter, store.now()));
  }

  @Override
  public List<WorkerInfo> workers() {
    synchronized (store) {
      store.open("read workers");
      Instant oldest = store.now().minus(JobStore.DEFAULT_LEASE.multipliedBy(3));
      return store.workers.all().stream()
          .filter(worker -> !worker.lastSeenAt().isBefore(oldest))
          .toList();
    }
  }
}
