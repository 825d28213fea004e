package io.taskforge.simulator.check;

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

/** A store that passes every call on to another; subclasses change some of them. */
public class ForwardingStore implements JobStore {
  /** The store that calls are passed on to. */
  protected final JobStore next;

  /** Creates a store that forwards every call to {@code next}. */
  protected ForwardingStore(JobStore next) {
    this.next = next;
  }

  @Override
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    return next.enqueue(jobs);
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    return next.claim(request);
  }

  @Override
  public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
    return next.claimExpired(lease, limit);
  }

  @Override
  public List<CommitResult> commit(List<Settlement> settlements) {
    return next.commit(settlements);
  }

  @Override
  public HeartbeatAnswer heartbeat(Heartbeat heartbeat) {
    return next.heartbeat(heartbeat);
  }

  @Override
  public boolean setMode(WorkerId worker, WorkerMode mode) {
    return next.setMode(worker, mode);
  }

  @Override
  public void deregister(WorkerId worker) {
    next.deregister(worker);
  }

  @Override
  public ChangeResult change(JobId job, JobChange change) {
    return next.change(job, change);
  }

  @Override
  public List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    return next.restart(ids, how);
  }

  @Override
  public int purge(Retention retention, int limit) {
    return next.purge(retention, limit);
  }

  @Override
  public void putQueue(QueueName queue, QueueSettings settings) {
    next.putQueue(queue, settings);
  }

  @Override
  public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings) {
    return next.replaceQueue(queue, version, settings);
  }

  @Override
  public boolean deleteQueue(QueueName queue) {
    return next.deleteQueue(queue);
  }

  @Override
  public void pauseQueue(QueueName queue, boolean paused) {
    next.pauseQueue(queue, paused);
  }

  @Override
  public Optional<Queue> queue(QueueName queue) {
    return next.queue(queue);
  }

  @Override
  public List<Queue> queues() {
    return next.queues();
  }

  @Override
  public void followUps(FollowUps hook) {
    next.followUps(hook);
  }

  @Override
  public void checkWritable() {
    next.checkWritable();
  }

  @Override
  public Optional<Outage> outage() {
    return next.outage();
  }

  @Override
  public Instant now() {
    return next.now();
  }

  @Override
  public PendingWork pendingWork() {
    return next.pendingWork();
  }

  @Override
  public JobQueries queries() {
    return next.queries();
  }

  @Override
  public DocumentStore documents() {
    return next.documents();
  }

  @Override
  public AuditLog audit() {
    return next.audit();
  }

  @Override
  public Runnable onArrival(Runnable wake) {
    return next.onArrival(wake);
  }

  @Override
  public void close() {
    next.close();
  }
}
