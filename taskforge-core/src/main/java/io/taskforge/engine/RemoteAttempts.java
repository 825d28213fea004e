package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.JobId;
import io.taskforge.job.Payload;
import io.taskforge.job.Run;
import io.taskforge.job.StoreException;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteWorkers;
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
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases jobs to workers in other processes and settles their attempts. The lease token identifies
 * the job, {@link Verdicts} decides what follows, and the commit is fenced like any other: a token
 * that has become stale in between changes nothing.
 */
final class RemoteAttempts implements RemoteWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteAttempts.class);

  private final JobStore store;
  private final QueueCatalog queues;
  private final Verdicts verdicts;
  private final EventPublisher events;
  private final Committer committer;
  private final JobArrivals arrivals;

  RemoteAttempts(
      JobStore store,
      QueueCatalog queues,
      Verdicts verdicts,
      EventPublisher events,
      Committer committer,
      JobArrivals arrivals) {
    this.store = store;
    this.queues = queues;
    this.verdicts = verdicts;
    this.events = events;
    this.committer = committer;
    this.arrivals = arrivals;
  }

  @Override
  public List<RemoteJob> claim(RemoteClaim request) {
    needSettings("claim jobs");
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
    failLate(tooLate);
    return List.copyOf(handedOut);
  }

  /**
   * If this fails, the worker still gets the other jobs; these are rescued when their lease
   * expires.
   */
  private void failLate(List<Settlement> tooLate) {
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

  @Override
  public RemoteExtension extend(LeaseToken token, Duration lease) {
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

  @Override
  public RemoteSettled complete(LeaseToken token, @Nullable Payload result) {
    return settle(token, (job, now) -> AttemptRules.succeeded(job, result));
  }

  @Override
  public RemoteSettled fail(LeaseToken token, RemoteFailure failure) {
    needSettings("judge a failure");
    return settle(token, (job, now) -> verdicts.reported(job, failure, now));
  }

  @Override
  public RemoteSettled snooze(LeaseToken token, Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("snooze must not be negative but was " + delay);
    }
    needSettings("snooze a job");
    return settle(token, (job, now) -> verdicts.snoozed(job, delay, null));
  }

  @Override
  public RemoteSettled release(LeaseToken token) {
    needSettings("release a job");
    return settle(token, (job, now) -> verdicts.released(job));
  }

  private RemoteSettled settle(LeaseToken token, BiFunction<ClaimedJob, Instant, Verdict> verdict) {
    Optional<LeasedJob> leased = store.queries().leased(token.lease(), token.job());
    return leased.isEmpty() ? stale(token) : settle(token, leased.get(), verdict);
  }

  private RemoteSettled settle(
      LeaseToken token, LeasedJob leased, BiFunction<ClaimedJob, Instant, Verdict> verdictAt) {
    ClaimedJob job = leased.job();
    Instant now = store.now();
    Settlement settlement =
        new Settlement(
            job, leased.worker(), Run.between(job.claimedAt(), now), verdictAt.apply(job, now));
    NotificationOrder.Notification notification = events.begin(job.id());
    try {
      CommitResult result = store.commit(List.of(settlement)).get(0);
      if (result == CommitResult.LEASE_LOST) {
        return stale(token);
      }
      Settlement made =
          result == CommitResult.CANCELLED ? Committer.cancelled(settlement) : settlement;
      events.settled(made);
      arrivals.fetchFollowUps();
      return answer(job.id(), made.verdict(), now);
    } finally {
      notification.done();
    }
  }

  private static RemoteSettled answer(JobId id, Verdict verdict, Instant now) {
    if (verdict.transition() == Transition.CANCELLED_BY_REQUEST) {
      return new RemoteSettled.Cancelled(id);
    }
    Duration delay = verdict.delay();
    return new RemoteSettled.Committed(
        id, verdict.state(), delay == null ? null : now.plus(delay), verdict.explanation());
  }

  private static RemoteSettled stale(LeaseToken token) {
    LOG.atInfo()
        .addKeyValue("jobId", token.job())
        .log(
            "job {} is no longer the reporting worker's, or was settled before: nothing changes",
            token.job());
    return new RemoteSettled.Stale(token.job());
  }

  /** Without them a failure would get the default instead of its queue's policy. */
  private void needSettings(String action) {
    if (!queues.isCurrent()) {
      throw new StoreException(
          action, true, new IllegalStateException("the queues' settings could not be read"));
    }
  }
}
