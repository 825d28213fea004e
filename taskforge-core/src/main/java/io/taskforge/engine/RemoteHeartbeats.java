package io.taskforge.engine;

import static java.util.stream.Collectors.groupingBy;

import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeasedJob;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Extends the leases of remote workers, with one heartbeat per worker. */
record RemoteHeartbeats(JobStore store) {
  /**
   * Extends the leases of {@code tokens} that are in {@code held}; the others are stale.
   *
   * @param held the jobs that are held with tokens
   */
  List<RemoteExtension> extend(
      List<LeaseToken> tokens, Map<LeaseToken, LeasedJob> held, Duration lease) {
    Map<WorkerId, HeartbeatAnswer> answers = new HashMap<>();
    Map<WorkerId, List<Map.Entry<LeaseToken, LeasedJob>>> byWorker =
        held.entrySet().stream().collect(groupingBy(entry -> entry.getValue().worker()));
    byWorker.forEach(
        (worker, leases) -> answers.put(worker, store.heartbeat(heartbeat(worker, leases, lease))));
    return tokens.stream()
        .map(
            token -> {
              LeasedJob leased = held.get(token);
              return leased == null
                  ? new RemoteExtension.Stale(token.job())
                  : extension(token, leased, answers.get(leased.worker()), lease);
            })
        .toList();
  }

  private static RemoteExtension extension(
      LeaseToken token, LeasedJob leased, @Nullable HeartbeatAnswer answer, Duration lease) {
    long fencing = token.lease().token();
    if (answer == null || answer.lostTokens().contains(fencing)) {
      return new RemoteExtension.Stale(token.job());
    }
    if (answer.lockedTokens().contains(fencing)) {
      return new RemoteExtension.Busy(token.job());
    }
    return new RemoteExtension.Extended(
        token.job(),
        leased.now().plus(lease),
        leased.job().cancelRequested() || answer.cancelRequested().contains(token.job()),
        answer.mode());
  }

  /** A heartbeat replaces the description of its worker, so this repeats the last known one. */
  private Heartbeat heartbeat(
      WorkerId worker, List<Map.Entry<LeaseToken, LeasedJob>> leases, Duration duration) {
    ClaimRequest.Lease lease = new ClaimRequest.Lease(worker, duration);
    List<Long> tokens =
        leases.stream().map(entry -> entry.getKey().lease().token()).distinct().toList();
    for (WorkerInfo known : store.queries().workers()) {
      if (known.id().equals(worker)) {
        return new Heartbeat(
            lease,
            tokens,
            known.host(),
            known.version(),
            known.queues(),
            known.types(),
            known.concurrency(),
            leases.size());
      }
    }
    ClaimedJob job = leases.get(0).getValue().job();
    return new Heartbeat(
        lease, tokens, RemoteClaim.REMOTE, "", Set.of(job.queue()), Set.of(job.type()), 1, 1);
  }
}
