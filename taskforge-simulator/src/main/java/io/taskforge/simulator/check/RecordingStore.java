package io.taskforge.simulator.check;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records what the calls of one node did to the store. A call takes effect between its begin and
 * its end: claims are recorded at the end, since a lease is of no use before; commits and
 * heartbeats at the begin, so that nothing that followed from them is recorded before. Leases last
 * at least from the begin of the call. A call that throws may have had its effect.
 */
public final class RecordingStore extends ForwardingStore {
  private final String node;
  private final Supplier<Instant> now;
  private final Consumer<Event> events;
  private final DocumentStore documents;

  /**
   * Records the calls of a node.
   *
   * @param now the store's clock, or one that agrees with it
   */
  public RecordingStore(JobStore next, String node, Supplier<Instant> now, Consumer<Event> events) {
    super(next);
    this.node = node;
    this.now = now;
    this.events = events;
    this.documents =
        new ForwardingDocuments(next.documents()) {
          @Override
          void destinationWritten(Document document) {
            events.accept(
                new Event.DestinationChanged(
                    now.get(),
                    node,
                    RecordingCalls.nameOf(document.key()),
                    RecordingCalls.accessOf(document)));
          }
        };
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    Instant began = now.get();
    List<ClaimedJob> claimed = claimed(() -> next.claim(request), began);
    Instant at = now.get();
    for (ClaimedJob job : claimed) {
      events.accept(
          new Event.Claimed(
              at,
              began,
              node,
              job.id().toString(),
              job.lease().token(),
              began.plus(request.lease().duration()),
              job.number().entry(),
              job.counters(),
              job.scheduledAt()));
    }
    return claimed;
  }

  @Override
  public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
    Instant began = now.get();
    List<ClaimedJob> claimed = claimed(() -> next.claimExpired(lease, limit), began);
    Instant at = now.get();
    for (ClaimedJob job : claimed) {
      events.accept(
          new Event.Rescued(
              at, node, job.id().toString(), job.lease().token(), began.plus(lease.duration())));
    }
    return claimed;
  }

  private List<ClaimedJob> claimed(Supplier<List<ClaimedJob>> call, Instant began) {
    try {
      return call.get();
    } catch (RuntimeException | Error e) {
      events.accept(new Event.ClaimUnknown(began, node, now.get()));
      throw e;
    }
  }

  @Override
  public List<CommitResult> commit(List<Settlement> settlements) {
    Instant began = now.get();
    List<CommitResult> results;
    try {
      results = next.commit(settlements);
    } catch (RuntimeException | Error e) {
      for (Settlement settlement : settlements) {
        events.accept(
            new Event.CommitUnknown(
                began, node, settlement.job().id().toString(), settlement.job().lease().token()));
      }
      throw e;
    }
    for (int i = 0; i < results.size(); i++) {
      Settlement settlement = settlements.get(i);
      Verdict verdict = settlement.verdict();
      events.accept(
          new Event.Committed(
              began,
              node,
              settlement.job().id().toString(),
              settlement.job().lease().token(),
              results.get(i),
              verdict.status(),
              verdict.transition(),
              verdict.state(),
              verdict.counters(),
              verdict.delay(),
              verdict.explanation().startsWith("poison")));
    }
    return results;
  }

  @Override
  public HeartbeatAnswer heartbeat(Heartbeat heartbeat) {
    Instant began = now.get();
    HeartbeatAnswer answer = next.heartbeat(heartbeat);
    TreeSet<Long> answered = new TreeSet<>(heartbeat.tokens());
    answered.removeAll(answer.lockedTokens());
    if (!answered.isEmpty()) {
      events.accept(
          new Event.Extended(
              began,
              node,
              List.copyOf(answered),
              List.copyOf(new TreeSet<>(answer.lostTokens())),
              began.plus(heartbeat.lease().duration())));
    }
    return answer;
  }

  @Override
  public DocumentStore documents() {
    return documents;
  }

  @Override
  public ChangeResult change(JobId job, JobChange change) {
    Instant began = now.get();
    ChangeResult result = changing(List.of(job), began, () -> next.change(job, change));
    changed(
        began,
        job,
        change.transition(),
        result,
        change instanceof JobChange.Reschedule moved ? moved.runAt() : null);
    return result;
  }

  @Override
  public List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    Instant began = now.get();
    List<ChangeResult> results = changing(ids, began, () -> next.restart(ids, how));
    for (int i = 0; i < results.size(); i++) {
      changed(began, ids.get(i), how.transition(), results.get(i), null);
    }
    return results;
  }

  private <T> T changing(List<JobId> jobs, Instant began, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException | Error e) {
      for (JobId job : jobs) {
        events.accept(new Event.ChangeUnknown(began, node, job.toString()));
        events.accept(new Event.ChangeUnknown(now.get(), node, job.toString()));
      }
      throw e;
    }
  }

  private void changed(
      Instant began, JobId job, Transition by, ChangeResult result, @Nullable Instant runAt) {
    boolean waits = result.state() != null && !result.state().isFinal();
    Instant at = now.get();
    events.accept(
        new Event.Changed(
            at,
            began,
            node,
            job.toString(),
            by,
            result.status(),
            result.state(),
            runAt == null && waits ? at : runAt));
  }
}
