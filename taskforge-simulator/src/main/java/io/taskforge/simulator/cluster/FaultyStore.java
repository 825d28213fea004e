package io.taskforge.simulator.cluster;

import io.taskforge.audit.AuditLog;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.WorkerId;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.simulator.check.ForwardingStore;
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
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node's connection to the store: every call can fail before or after its effect, or be late. */
final class FaultyStore extends ForwardingStore {
  private final Faults faults;
  private final Party party;
  private final JobQueries queries;
  private final DocumentStore documents;
  private final AuditLog audit;

  FaultyStore(JobStore next, Faults faults, Party party) {
    super(next);
    this.faults = faults;
    this.party = party;
    this.queries = faulty(JobQueries.class, next.queries());
    this.documents = faulty(DocumentStore.class, next.documents());
    this.audit = faulty(AuditLog.class, next.audit());
  }

  private <T> T call(String action, Supplier<T> effect) {
    return faults.around(party, action, effect);
  }

  private <T> T faulty(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> call(method.getName(), () -> invoke(method, target, args))));
  }

  private static Object invoke(Method method, Object target, Object @Nullable [] args) {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    return call("enqueue", () -> next.enqueue(jobs));
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    return call("claim", () -> next.claim(request));
  }

  @Override
  public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
    return call("claim expired", () -> next.claimExpired(lease, limit));
  }

  @Override
  public List<CommitResult> commit(List<Settlement> settlements) {
    return call("commit", () -> next.commit(settlements));
  }

  @Override
  public HeartbeatAnswer heartbeat(Heartbeat heartbeat) {
    return call("heartbeat", () -> next.heartbeat(heartbeat));
  }

  /** Called from a thread of its own on shutdown, and of no consequence: the lease expires. */
  @Override
  public void deregister(WorkerId worker) {}

  @Override
  public ChangeResult change(JobId job, JobChange change) {
    return call("change", () -> next.change(job, change));
  }

  @Override
  public List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    return call("restart", () -> next.restart(ids, how));
  }

  @Override
  public int purge(Retention retention, int limit) {
    return call("purge", () -> next.purge(retention, limit));
  }

  @Override
  public void putQueue(QueueName queue, QueueSettings settings) {
    QueueName ignored =
        call(
            "put a queue",
            () -> {
              next.putQueue(queue, settings);
              return queue;
            });
  }

  @Override
  public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings) {
    return call("replace a queue", () -> next.replaceQueue(queue, version, settings));
  }

  @Override
  public void pauseQueue(QueueName queue, boolean paused) {
    QueueName ignored =
        call(
            "pause a queue",
            () -> {
              next.pauseQueue(queue, paused);
              return queue;
            });
  }

  @Override
  public Optional<Queue> queue(QueueName queue) {
    return call("read a queue", () -> next.queue(queue));
  }

  @Override
  public List<Queue> queues() {
    return call("read queues", next::queues);
  }

  @Override
  public Instant now() {
    return call("read the time", next::now);
  }

  @Override
  public PendingWork pendingWork() {
    return call("read what is pending", next::pendingWork);
  }

  @Override
  public JobQueries queries() {
    return queries;
  }

  @Override
  public DocumentStore documents() {
    return documents;
  }

  @Override
  public AuditLog audit() {
    return audit;
  }
}
