package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.Run;
import io.taskforge.job.StoreException;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteJob;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeasedJob;
import io.taskforge.store.PageBytes;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leases jobs to workers in other processes, and extends their leases. */
final class RemoteLeases {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteLeases.class);

  private final JobStore store;
  private final Verdicts verdicts;
  private final Committer committer;
  private final EventPublisher events;
  private final JobArrivals arrivals;

  RemoteLeases(
      JobStore store,
      Verdicts verdicts,
      Committer committer,
      EventPublisher events,
      JobArrivals arrivals) {
    this.store = store;
    this.verdicts = verdicts;
    this.committer = committer;
    this.events = events;
    this.arrivals = arrivals;
  }

  List<RemoteJob> claim(RemoteClaim request) {
    ClaimRequest.Lease lease = new ClaimRequest.Lease(request.worker(), request.lease());
    // Before the claim: if this fails, no job is leased to a worker that does not know about it.
    store.heartbeat(
        new Heartbeat(
            lease,
            List.of(),
            RemoteClaim.REMOTE,
            Set.copyOf(request.queues()),
            request.types(),
            request.limit(),
            0));
    List<ClaimedJob> claimed =
        store.claim(
            new ClaimRequest(
                    lease,
                    request.queues().stream()
                        .map(queue -> new ClaimRequest.QueueLimit(queue, request.limit()))
                        .toList(),
                    request.types(),
                    request.limit())
                .tenants(request.tenants())
                .maxBytes(PageBytes.MAX));
    List<RemoteJob> handedOut = new ArrayList<>(claimed.size());
    List<Settlement> tooLate = new ArrayList<>();
    for (ClaimedJob job : claimed) {
      committer.awaitTold(job.id());
      events.claimed(job, request.worker());
      if (Verdicts.isPastDeadline(job, job.claimedAt())) {
        tooLate.add(
            new Settlement(job, request.worker(), Run.NEVER_STARTED, verdicts.pastDeadline(job)));
      } else {
        handedOut.add(
            new RemoteJob(
                new LeaseToken(job.lease(), job.id()),
                job,
                job.claimedAt().plus(lease.duration()),
                verdicts.timeoutOf(job)));
      }
    }
    settle(tooLate);
    return List.copyOf(handedOut);
  }

  /**
   * If this fails, the worker still gets the other jobs; these are rescued when their lease
   * expires.
   */
  private void settle(List<Settlement> tooLate) {
    if (tooLate.isEmpty()) {
      return;
    }
    try {
      List<CommitResult> results = store.commit(tooLate);
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i) == CommitResult.COMMITTED) {
          events.settled(tooLate.get(i));
        }
      }
      arrivals.fetchFollowUps();
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("{} jobs past their deadline not settled: {}", tooLate.size(), e.getMessage());
    }
  }

  RemoteExtension extend(LeaseToken token, Duration lease) {
    RemoteClaim.checkLease(lease);
    Optional<LeasedJob> leased = store.queries().leased(token.lease(), token.job());
    if (leased.isEmpty()) {
      return new RemoteExtension.Stale(token.job());
    }
    Instant now = store.now();
    HeartbeatAnswer answer = store.heartbeat(heartbeat(token, leased.get(), lease));
    if (answer.lostTokens().contains(token.lease().token())) {
      return new RemoteExtension.Stale(token.job());
    }
    boolean cancelled =
        leased.get().job().cancelRequested() || answer.cancelRequested().contains(token.job());
    return new RemoteExtension.Extended(token.job(), now.plus(lease), cancelled);
  }

  /** A heartbeat replaces the description of its worker, so this repeats the last known one. */
  private Heartbeat heartbeat(LeaseToken token, LeasedJob leased, Duration length) {
    ClaimRequest.Lease lease = new ClaimRequest.Lease(leased.worker(), length);
    List<Long> tokens = List.of(token.lease().token());
    for (WorkerInfo known : store.queries().workers()) {
      if (known.id().equals(leased.worker())) {
        return new Heartbeat(
            lease,
            tokens,
            known.host(),
            known.queues(),
            known.types(),
            known.concurrency(),
            Math.max(1, known.running()));
      }
    }
    ClaimedJob job = leased.job();
    return new Heartbeat(
        lease, tokens, RemoteClaim.REMOTE, Set.of(job.queue()), Set.of(job.type()), 1, 1);
  }
}
