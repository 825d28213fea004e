package io.taskforge.testing.engine;

import io.taskforge.audit.AuditLog;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outage;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.StoreException;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.PendingWork;
import io.taskforge.store.Settlement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A store that can be unavailable, hang, lose responses or reject a settlement. */
class UnreliableStore implements JobStore {
  /** How calls behave. */
  enum Mode {
    WELL,
    /** The call fails without an effect. */
    FAILS_BEFORE,
    /** The call takes effect, and its response is lost. */
    FAILS_AFTER,
    /** The call hangs until the store is back, and then takes effect. */
    HANGS_BEFORE,
    /** The call takes effect, and its response hangs until the store is back. */
    HANGS_AFTER
  }

  private final JobStore real;
  private volatile Mode mode = Mode.WELL;
  private volatile Predicate<Settlement> refused = settlement -> false;
  private volatile Supplier<RuntimeException> refusal =
      () -> new StoreException("commit results", false, new IllegalStateException("bad value"));
  private volatile boolean commitsAway;
  private volatile boolean heartbeatsAway;
  private volatile boolean leasesLocked;
  private int hanging; // guarded by this
  private volatile Consumer<String> onCall = action -> {};
  private final AtomicInteger documentCalls = new AtomicInteger();
  private volatile Runnable afterClaim = () -> {};
  private volatile Runnable beforeCommit = () -> {};
  private volatile Runnable afterCommit = () -> {};

  UnreliableStore(JobStore real) {
    this.real = real;
  }

  /** How often documents were asked for. */
  int documentCalls() {
    return documentCalls.get();
  }

  void goAway() {
    mode = Mode.FAILS_BEFORE;
  }

  void loseAnswers() {
    mode = Mode.FAILS_AFTER;
  }

  /** Lets every call hang until the store is back; an interrupted call fails. */
  void hang(Mode how) {
    mode = how;
  }

  /** The number of hanging calls. */
  synchronized int hanging() {
    return hanging;
  }

  synchronized void heal() {
    mode = Mode.WELL;
    commitsAway = false;
    heartbeatsAway = false;
    leasesLocked = false;
    refused = settlement -> false;
    notifyAll();
  }

  /** Only heartbeats fail. */
  void loseHeartbeats() {
    heartbeatsAway = true;
  }

  /** Heartbeats extend no lease, because a commit holds all of them. */
  void lockLeases() {
    leasesLocked = true;
  }

  /** Only commits fail. */
  void loseCommits() {
    commitsAway = true;
  }

  /** Rejects every batch with such a settlement. */
  void refuse(Predicate<Settlement> which) {
    refused = which;
  }

  void refuseBy(Supplier<RuntimeException> exception) {
    refusal = exception;
  }

  void afterClaim(Runnable action) {
    afterClaim = action;
  }

  void beforeCommit(Runnable action) {
    beforeCommit = action;
  }

  void afterCommit(Runnable action) {
    afterCommit = action;
  }

  /** Passes on the action of each call. */
  void onCall(Consumer<String> action) {
    onCall = action;
  }

  private <T> T call(String action, Supplier<T> work) {
    onCall.accept(action);
    if (mode == Mode.FAILS_BEFORE) {
      throw new StoreException(action, true, new IllegalStateException("the store is away"));
    }
    awaitHealed(action, Mode.HANGS_BEFORE);
    T answer = work.get();
    awaitHealed(action, Mode.HANGS_AFTER);
    if (mode == Mode.FAILS_AFTER) {
      throw new StoreException(action, true, new IllegalStateException("the answer was lost"));
    }
    return answer;
  }

  private synchronized void awaitHealed(String action, Mode hangs) {
    hanging++;
    try {
      while (mode == hangs) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(action, true, e);
    } finally {
      hanging--;
    }
  }

  @Override
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    return call("enqueue jobs", () -> real.enqueue(jobs));
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    List<ClaimedJob> claimed = call("claim jobs", () -> real.claim(request));
    afterClaim.run();
    return claimed;
  }

  @Override
  public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
    return call("claim expired leases", () -> real.claimExpired(lease, limit));
  }

  @Override
  public List<CommitResult> commit(List<Settlement> settlements) {
    beforeCommit.run();
    if (mode == Mode.WELL && settlements.stream().anyMatch(refused)) {
      throw refusal.get();
    }
    if (commitsAway) {
      throw new StoreException("commit results", true, new IllegalStateException("disk full"));
    }
    List<CommitResult> results = call("commit results", () -> real.commit(settlements));
    afterCommit.run();
    return results;
  }

  @Override
  public HeartbeatAnswer heartbeat(Heartbeat heartbeat) {
    if (heartbeatsAway) {
      throw new StoreException("send a heartbeat", true, new IllegalStateException("no answer"));
    }
    if (leasesLocked) {
      return new HeartbeatAnswer(
          Set.of(), Set.copyOf(heartbeat.tokens()), Set.of(), WorkerMode.ACTIVE);
    }
    return call("send a heartbeat", () -> real.heartbeat(heartbeat));
  }

  @Override
  public boolean setMode(WorkerId worker, WorkerMode mode) {
    return call("set the mode of a worker", () -> real.setMode(worker, mode));
  }

  @Override
  public void deregister(WorkerId worker) {
    call(
        "deregister a worker",
        () -> {
          real.deregister(worker);
          return worker;
        });
  }

  @Override
  public ChangeResult change(JobId job, JobChange change) {
    return call("change a job", () -> real.change(job, change));
  }

  @Override
  public List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    return call("redrive jobs", () -> real.restart(ids, how));
  }

  @Override
  public void putQueue(QueueName queue, QueueSettings settings) {
    call(
        "put a queue",
        () -> {
          real.putQueue(queue, settings);
          return queue;
        });
  }

  @Override
  public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings) {
    return call("replace a queue", () -> real.replaceQueue(queue, version, settings));
  }

  @Override
  public boolean deleteQueue(QueueName queue) {
    return call("delete a queue", () -> real.deleteQueue(queue));
  }

  @Override
  public Optional<Queue> queue(QueueName queue) {
    return call("read a queue", () -> real.queue(queue));
  }

  @Override
  public void pauseQueue(QueueName queue, boolean paused) {
    call(
        "pause a queue",
        () -> {
          real.pauseQueue(queue, paused);
          return queue;
        });
  }

  @Override
  public List<Queue> queues() {
    return call("read queues", real::queues);
  }

  @Override
  public int purge(Retention retention, int limit) {
    return call("purge", () -> real.purge(retention, limit));
  }

  @Override
  public void followUps(FollowUps hook) {
    real.followUps(hook);
  }

  @Override
  public void checkWritable() {
    real.checkWritable();
  }

  @Override
  public Optional<Outage> outage() {
    return real.outage();
  }

  @Override
  public Instant now() {
    return call("read the time", real::now);
  }

  @Override
  public PendingWork pendingWork() {
    return call("read what is pending", real::pendingWork);
  }

  @Override
  public JobQueries queries() {
    return real.queries();
  }

  @Override
  public AuditLog audit() {
    return call("reach the audit log", real::audit);
  }

  @Override
  public DocumentStore documents() {
    documentCalls.incrementAndGet();
    return call("reach documents", real::documents);
  }

  @Override
  public void close() {
    real.close();
  }
}
