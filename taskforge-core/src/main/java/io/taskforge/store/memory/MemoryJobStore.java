package io.taskforge.store.memory;

import io.taskforge.audit.AuditLog;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.FollowUps;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outage;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.FollowUpHook;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.PendingWork;
import io.taskforge.store.Settlement;
import io.taskforge.store.lane.LaneClaims;
import io.taskforge.store.lane.LaneLook;
import io.taskforge.store.lane.LaneShare;
import io.taskforge.store.lane.LaneStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An in-memory store, for tests and simulation. One monitor guards everything. */
public final class MemoryJobStore implements JobStore {
  final Map<JobId, StoredJob> jobs = new TreeMap<>();
  final MemoryWaiting waiting = new MemoryWaiting();
  final Map<WorkerId, WorkerInfo> workers = new TreeMap<>();
  final Map<Long, MemoryLease> leases = new TreeMap<>();
  final MemoryStatistics statistics = new MemoryStatistics();
  final FollowUpHook followUps = new FollowUpHook();
  private final InstantSource clock;
  private final Map<TenantKey, JobId> keys = new HashMap<>();
  private final MemoryQueues queues = new MemoryQueues();
  private final LaneClaims claims = new LaneClaims(() -> 0, Duration.ZERO);
  private final JobQueries queries = new MemoryQueries(this);
  private final MemoryDocuments documents = new MemoryDocuments(this);
  private final MemoryAudit audit = new MemoryAudit(this);
  private long lastToken;
  private boolean closed;

  /** Creates an empty store that uses {@code clock}. */
  public MemoryJobStore(InstantSource clock) {
    this.clock = clock;
  }

  private record TenantKey(TenantId tenant, IdempotencyKey key) {}

  @Override
  public synchronized List<Enqueued> enqueue(List<NewJob> newJobs) {
    open("enqueue jobs");
    Instant now = now();
    List<Enqueued> answers = new ArrayList<>(newJobs.size());
    for (NewJob job : newJobs) {
      JobId known = known(job);
      if (known == null) {
        StoredJob stored = new StoredJob(job, now);
        jobs.put(job.id(), stored);
        if (job.idempotencyKey() != null) {
          keys.put(new TenantKey(job.tenant(), job.idempotencyKey()), job.id());
        }
        waiting.add(stored);
        answers.add(new Enqueued(job.id(), stored.snapshot()));
      } else {
        answers.add(new Enqueued(known, null));
      }
    }
    return answers;
  }

  private @Nullable JobId known(NewJob job) {
    if (jobs.containsKey(job.id())) {
      return job.id();
    }
    IdempotencyKey key = job.idempotencyKey();
    return key == null ? null : keys.get(new TenantKey(job.tenant(), key));
  }

  @Override
  public synchronized List<ClaimedJob> claim(ClaimRequest request) {
    open("claim jobs");
    Instant now = now();
    return claims.claim(
        new LaneStore<RuntimeException>() {
          @Override
          public LaneLook look(ClaimRequest claim, List<From> from, int most) {
            return new LaneLook(
                waiting.look(claim, from, most),
                now,
                documents.lastChange(DocumentKind.DESTINATION));
          }

          @Override
          public List<ClaimedJob> take(
              ClaimRequest claim, List<LaneShare> shares, int limit, int maxBytes) {
            List<LaneShare> open =
                shares.stream().filter(s -> !queues.isPaused(s.lane().queue())).toList();
            List<StoredJob> taken = waiting.take(open, limit, maxBytes, now);
            return lease(claim.lease(), taken, now, now, null);
          }
        },
        request);
  }

  private List<ClaimedJob> lease(
      ClaimRequest.Lease by,
      List<StoredJob> taken,
      Instant now,
      Instant claimedAt,
      @Nullable WorkerId lostBy) {
    if (taken.isEmpty()) {
      return List.of();
    }
    MemoryLease lease =
        new MemoryLease(++lastToken, by.worker(), claimedAt, now.plus(by.duration()), taken);
    leases.put(lease.token, lease);
    List<ClaimedJob> claimed = new ArrayList<>(taken.size());
    for (StoredJob job : taken) {
      if (lostBy == null) {
        job.run(lease);
      }
      job.lease = lease;
      claimed.add(job.claimed(new LeaseRef(lease.token, claimed.size()), claimedAt, lostBy));
    }
    return claimed;
  }

  @Override
  public synchronized List<ClaimedJob> claimExpired(ClaimRequest.Lease by, int limit) {
    open("claim expired leases");
    Instant now = now();
    List<MemoryLease> expired =
        leases.values().stream()
            .filter(lease -> lease.expiresAt.isBefore(now))
            .sorted(Comparator.comparing((MemoryLease lease) -> lease.expiresAt))
            .toList();
    List<ClaimedJob> claimed = new ArrayList<>();
    for (MemoryLease lease : expired) {
      if (claimed.size() < limit) {
        leases.remove(lease.token);
        List<StoredJob> left = lease.jobs.stream().flatMap(Stream::ofNullable).toList();
        claimed.addAll(lease(by, left, now, lease.claimedAt, lease.worker));
      }
    }
    return claimed;
  }

  @Override
  public synchronized List<CommitResult> commit(List<Settlement> settlements) {
    open("commit results");
    Instant now = now();
    // Called before anything changes, so that a transient failure leaves everything unchanged.
    List<NewJob> next =
        followUps.mayFollow(settlements)
            ? followUps.after(settlements, MemorySettling.foresee(this, settlements), now)
            : List.of();
    List<CommitResult> results = new ArrayList<>(settlements.size());
    for (Settlement settlement : settlements) {
      LeaseRef ref = settlement.job().lease();
      MemoryLease lease = leases.get(ref.token());
      StoredJob job = lease == null ? null : lease.open(ref.position());
      if (lease == null || job == null) {
        results.add(CommitResult.LEASE_LOST);
        continue;
      }
      results.add(MemorySettling.settle(this, job, settlement, now));
      lease.close(ref.position());
      if (lease.isDone()) {
        leases.remove(lease.token);
      }
    }
    enqueue(next);
    return results;
  }

  @Override
  public synchronized HeartbeatAnswer heartbeat(Heartbeat beat) {
    open("send a heartbeat");
    Instant now = now();
    WorkerId worker = beat.lease().worker();
    WorkerInfo info = MemoryWorkers.seen(beat, workers.get(worker), now);
    workers.put(worker, info);
    Set<Long> lost = new HashSet<>();
    Set<JobId> cancelled = new HashSet<>();
    for (long token : beat.tokens()) {
      MemoryLease lease = leases.get(token);
      if (lease == null || !lease.worker.equals(worker)) {
        lost.add(token);
        continue;
      }
      lease.expiresAt = now.plus(beat.lease().duration());
      for (StoredJob job : lease.jobs) {
        if (job != null && job.cancelRequested) {
          cancelled.add(job.given.id());
        }
      }
    }
    return new HeartbeatAnswer(lost, cancelled, info.mode());
  }

  @Override
  public synchronized boolean setMode(WorkerId worker, WorkerMode mode) {
    open("set the mode of a worker");
    return workers.computeIfPresent(worker, (id, info) -> info.mode(mode)) != null;
  }

  @Override
  public synchronized void deregister(WorkerId worker) {
    open("deregister a worker");
    workers.remove(worker);
  }

  @Override
  public synchronized ChangeResult change(JobId id, JobChange change) {
    open("change a job");
    return changed(id, job -> job.apply(change));
  }

  @Override
  public synchronized List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    JobStore.checkRedrive(ids);
    open("redrive jobs");
    return ids.stream().map(id -> changed(id, job -> job.restart(how))).toList();
  }

  private ChangeResult changed(JobId id, Function<MemoryChange, ChangeResult> change) {
    StoredJob job = jobs.get(id);
    return job == null
        ? new ChangeResult(ChangeResult.Status.NOT_FOUND, null)
        : change.apply(new MemoryChange(this, job, now()));
  }

  @Override
  public synchronized void putQueue(QueueName name, QueueSettings settings) {
    open("put a queue");
    queues.put(name, settings, now());
  }

  @Override
  public synchronized Optional<Queue> replaceQueue(
      QueueName name, long version, QueueSettings settings) {
    open("replace a queue's settings");
    return queues.replace(name, version, settings, now());
  }

  @Override
  public synchronized boolean deleteQueue(QueueName name) {
    open("delete a queue's settings");
    return queues.delete(name);
  }

  @Override
  public synchronized void pauseQueue(QueueName name, boolean paused) {
    open("pause a queue");
    queues.pause(name, paused, now());
  }

  @Override
  public synchronized Optional<Queue> queue(QueueName name) {
    open("read a queue");
    return queues.find(name);
  }

  @Override
  public synchronized List<Queue> queues() {
    open("read queues");
    return queues.all();
  }

  @Override
  public synchronized int purge(Retention retention, int limit) {
    open("purge finished jobs");
    Instant now = now();
    int purged = 0;
    for (Iterator<StoredJob> all = jobs.values().iterator(); all.hasNext() && purged < limit; ) {
      StoredJob job = all.next();
      if (job.finishedAt != null && job.finishedAt.plus(retention.of(job.state)).isBefore(now)) {
        all.remove();
        IdempotencyKey key = job.given.idempotencyKey();
        if (key != null) {
          keys.remove(new TenantKey(job.given.tenant(), key));
        }
        purged++;
      }
    }
    audit.purge(retention.audit(), limit, now);
    statistics.purge(retention.statistics(), now);
    return purged;
  }

  @Override
  public synchronized PendingWork pendingWork() {
    open("read what is pending");
    String settings =
        queues.all().stream()
            .map(queue -> queue.name() + " " + queue.version() + " " + queue.changedAt())
            .collect(Collectors.joining("\n", "", "\n" + documents.policies()));
    return new PendingWork(
        now(),
        settings,
        documents.nextDue(DocumentKind.SCHEDULE),
        documents.nextDue(DocumentKind.REDRIVE),
        leases.values().stream()
            .map(lease -> lease.expiresAt)
            .min(Comparator.naturalOrder())
            .orElse(null));
  }

  @Override
  public void followUps(FollowUps hook) {
    followUps.set(hook);
  }

  @Override
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public JobQueries queries() {
    return queries;
  }

  @Override
  public void checkWritable() {
    open("check that the store takes writes");
  }

  @Override
  public Optional<Outage> outage() {
    return Optional.empty();
  }

  @Override
  public DocumentStore documents() {
    return documents;
  }

  @Override
  public AuditLog audit() {
    return audit;
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  /** Reads from the store under its monitor. */
  synchronized <T> T read(String action, Supplier<T> read) {
    open(action);
    return read.get();
  }

  synchronized void open(String action) {
    if (closed) {
      throw new StoreException(action, false, new IllegalStateException("the store is closed"));
    }
  }
}
