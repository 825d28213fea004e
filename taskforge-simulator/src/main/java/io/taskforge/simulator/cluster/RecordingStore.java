package io.taskforge.simulator.cluster;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.simulator.check.Event;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Records what the calls of one node did to the store, whether or not the node gets an answer. */
final class RecordingStore extends ForwardingStore {
  private final String node;
  private final World world;
  private final Consumer<Event> events;

  RecordingStore(JobStore next, String node, World world, Consumer<Event> events) {
    super(next);
    this.node = node;
    this.world = world;
    this.events = events;
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    List<ClaimedJob> claimed = next.claim(request);
    Instant at = world.instant();
    for (ClaimedJob job : claimed) {
      events.accept(
          new Event.Claimed(
              at,
              node,
              job.id().toString(),
              job.lease().token(),
              at.plus(request.lease().duration()),
              job.number().entry(),
              job.counters(),
              job.scheduledAt()));
    }
    return claimed;
  }

  @Override
  public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
    List<ClaimedJob> claimed = next.claimExpired(lease, limit);
    Instant at = world.instant();
    for (ClaimedJob job : claimed) {
      events.accept(
          new Event.Rescued(
              at, node, job.id().toString(), job.lease().token(), at.plus(lease.duration())));
    }
    return claimed;
  }

  @Override
  public List<CommitResult> commit(List<Settlement> settlements) {
    List<CommitResult> results = next.commit(settlements);
    for (int i = 0; i < results.size(); i++) {
      Settlement settlement = settlements.get(i);
      Verdict verdict = settlement.verdict();
      events.accept(
          new Event.Committed(
              world.instant(),
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
    HeartbeatAnswer answer = next.heartbeat(heartbeat);
    if (!heartbeat.tokens().isEmpty()) {
      Instant at = world.instant();
      events.accept(
          new Event.Extended(
              at,
              node,
              List.copyOf(new TreeSet<>(heartbeat.tokens())),
              List.copyOf(new TreeSet<>(answer.lostTokens())),
              at.plus(heartbeat.lease().duration())));
    }
    return answer;
  }

  @Override
  public ChangeResult change(JobId job, JobChange change) {
    ChangeResult result = next.change(job, change);
    changed(
        job,
        change.transition(),
        result,
        change instanceof JobChange.Reschedule moved ? moved.runAt() : null);
    return result;
  }

  @Override
  public List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    List<ChangeResult> results = next.restart(ids, how);
    for (int i = 0; i < results.size(); i++) {
      changed(ids.get(i), how.transition(), results.get(i), null);
    }
    return results;
  }

  private void changed(JobId job, Transition by, ChangeResult result, @Nullable Instant runAt) {
    boolean waits = result.state() != null && !result.state().isFinal();
    Instant at = world.instant();
    events.accept(
        new Event.Changed(
            at,
            node,
            job.toString(),
            by,
            result.status(),
            result.state(),
            runAt == null && waits ? at : runAt));
  }
}
