package io.taskforge.engine;

import static java.util.stream.Collectors.toSet;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.JobId;
import io.taskforge.job.Run;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerMode;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteClaimed;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteOutcome;
import io.taskforge.remote.RemoteOutcome.Completed;
import io.taskforge.remote.RemoteResult;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import io.taskforge.store.PageBytes;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases jobs to workers in other processes and settles their attempts. The lease token identifies
 * the job, {@link Verdicts} decides what follows, and the commit is fenced like any other: a token
 * that has become stale in between changes nothing.
 */
final class RemoteAttempts implements RemoteWorkers {
  private static final Duration BETWEEN_GROUPS = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(RemoteAttempts.class);

  private final JobStore store;
  private final QueueCatalog queues;
  private final Verdicts verdicts;
  private final EventPublisher events;
  private final Committer committer;
  private final JobArrivals arrivals;
  private final RemoteCalls calls;
  private final @Nullable TenantId tenant;

  /** {@code tenant} is the only one whose jobs are found; null for all. */
  RemoteAttempts(
      JobStore store,
      QueueCatalog queues,
      Verdicts verdicts,
      EventPublisher events,
      Committer committer,
      JobArrivals arrivals,
      RemoteCalls calls,
      @Nullable TenantId tenant) {
    this.store = store;
    this.queues = queues;
    this.verdicts = verdicts;
    this.events = events;
    this.committer = committer;
    this.arrivals = arrivals;
    this.calls = calls;
    this.tenant = tenant;
  }

  @Override
  public RemoteWorkers of(TenantId only) {
    return new RemoteAttempts(store, queues, verdicts, events, committer, arrivals, calls, only);
  }

  @Override
  public RemoteClaimed claim(RemoteClaim request) {
    needSettings("claim jobs");
    ClaimRequest.Lease lease = new ClaimRequest.Lease(request.worker(), request.lease());
    // Before the claim: if this fails, no job is leased to a worker that does not know about it.
    HeartbeatAnswer heard =
        store.heartbeat(
            new Heartbeat(
                lease,
                List.of(),
                RemoteClaim.REMOTE,
                request.version(),
                Set.copyOf(request.queues()),
                request.types(),
                request.limit(),
                0));
    if (heard.mode() != WorkerMode.ACTIVE) {
      return new RemoteClaimed(List.of(), heard.mode());
    }
    try (ClaimGate gate = calls.gate(request.limit())) {
      List<RemoteJob> handedOut = handedOut(request, lease, claimed(request, lease, gate));
      gate.took(handedOut.stream().map(RemoteJob::job).toList());
      calls.handedOut(handedOut);
      return new RemoteClaimed(handedOut, heard.mode());
    }
  }

  private List<ClaimedJob> claimed(RemoteClaim request, ClaimRequest.Lease lease, ClaimGate gate) {
    return store.claim(
        new ClaimRequest(
                lease,
                request.queues().stream()
                    .map(queue -> new ClaimRequest.QueueLimit(queue, request.limit()))
                    .toList(),
                request.types(),
                request.limit())
            .tenants(tenant == null ? request.tenants() : Set.of(tenant))
            .maxBytes(PageBytes.MAX)
            .gate(gate));
  }

  /** Returns the jobs that can start; settles the others. */
  private List<RemoteJob> handedOut(
      RemoteClaim request, ClaimRequest.Lease lease, List<ClaimedJob> claimed) {
    List<RemoteJob> handedOut = new ArrayList<>(claimed.size());
    List<Settlement> unstarted = new ArrayList<>();
    Quarantine quarantine = new Quarantine(store, verdicts.config().failures().maxLostLeases());
    for (ClaimedJob job : claimed) {
      committer.awaitTold(job.id());
      events.claimed(job, request.worker());
      if (Verdicts.isPastDeadline(job, job.claimedAt())) {
        unstarted.add(
            new Settlement(job, request.worker(), Run.NEVER_STARTED, verdicts.pastDeadline(job)));
      } else if (!quarantine.admits(job, handedOut.stream().map(RemoteJob::job))) {
        unstarted.add(
            new Settlement(
                job,
                request.worker(),
                Run.NEVER_STARTED,
                AttemptRules.awaitsQuarantine(job, BETWEEN_GROUPS)));
      } else {
        handedOut.add(
            new RemoteJob(
                new LeaseToken(job.lease(), job.id()),
                job,
                job.claimedAt().plus(lease.duration()),
                verdicts.timeoutOf(job)));
      }
    }
    settleUnstarted(unstarted);
    return List.copyOf(handedOut);
  }

  /**
   * If this fails, the worker still gets the other jobs; these are rescued when their lease
   * expires.
   */
  private void settleUnstarted(List<Settlement> unstarted) {
    if (unstarted.isEmpty()) {
      return;
    }
    try {
      List<CommitResult> results = store.commit(unstarted);
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i) == CommitResult.COMMITTED) {
          events.settled(unstarted.get(i));
        }
      }
      arrivals.fetchFollowUps();
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("{} jobs that were not started not settled: {}", unstarted.size(), e.getMessage());
    }
  }

  @Override
  public List<RemoteExtension> extend(List<LeaseToken> tokens, Duration lease) {
    RemoteClaim.checkLease(lease);
    checkCount("tokens", tokens);
    return new RemoteHeartbeats(store).extend(tokens, held(tokens), lease);
  }

  @Override
  public List<RemoteSettled> report(List<RemoteResult> results) {
    checkCount("results", results);
    if (results.stream().anyMatch(result -> !(result.outcome() instanceof Completed))) {
      needSettings("decide what follows");
    }
    return settle(results);
  }

  private static void checkCount(String what, List<?> items) {
    if (items.size() > RemoteClaim.MAX_LIMIT) {
      throw new IllegalArgumentException(
          "%s must be at most %d but were %d".formatted(what, RemoteClaim.MAX_LIMIT, items.size()));
    }
  }

  private Settlement settlement(RemoteResult result, LeasedJob leased) {
    ClaimedJob job = leased.job();
    Instant now = leased.now();
    Verdict verdict = verdicts.reported(job, result.outcome(), now);
    return new Settlement(
        job,
        leased.worker(),
        run(result, job, now),
        calls.judged(result.token(), job, now, verdict));
  }

  private static Run run(RemoteResult result, ClaimedJob job, Instant now) {
    if (result.outcome() instanceof RemoteOutcome.Released released && !released.started()) {
      return Run.NEVER_STARTED;
    }
    Run run = Run.between(job.claimedAt(), now);
    return new Run(run.startedAt(), run.duration(), result.log(), result.progress());
  }

  /** Settles any number of jobs with one query and one commit. */
  private List<RemoteSettled> settle(List<RemoteResult> results) {
    Map<LeaseToken, LeasedJob> held = held(results.stream().map(RemoteResult::token).toList());
    List<Settlement> settlements = new ArrayList<>(results.size());
    for (RemoteResult result : results) {
      LeasedJob leased = held.get(result.token());
      if (leased != null) {
        settlements.add(settlement(result, leased));
      }
    }
    Iterator<RemoteSettled> committed = commit(settlements).iterator();
    List<RemoteSettled> answers = new ArrayList<>(results.size());
    for (RemoteResult result : results) {
      boolean found = held.containsKey(result.token());
      answers.add(found ? committed.next() : stale(result.token().job()));
    }
    return List.copyOf(answers);
  }

  /** Finds the jobs that are held with these tokens. */
  private Map<LeaseToken, LeasedJob> held(List<LeaseToken> tokens) {
    Map<LeaseRef, LeasedJob> leased =
        store.queries().leased(tokens.stream().map(LeaseToken::lease).collect(toSet()));
    Map<LeaseToken, LeasedJob> held = new HashMap<>();
    for (LeaseToken token : tokens) {
      LeasedJob found = leased.get(token.lease());
      if (found != null
          && found.job().id().equals(token.job())
          && (tenant == null || tenant.equals(found.job().tenant()))) {
        held.put(token, found);
      }
    }
    return held;
  }

  private List<RemoteSettled> commit(List<Settlement> settlements) {
    List<NotificationOrder.Notification> notifications =
        settlements.stream().map(settlement -> events.begin(settlement.job().id())).toList();
    try {
      List<CommitResult> results = store.commit(settlements);
      List<RemoteSettled> answers = new ArrayList<>(results.size());
      for (int i = 0; i < results.size(); i++) {
        answers.add(published(settlements.get(i), results.get(i)));
      }
      arrivals.fetchFollowUps();
      return answers;
    } finally {
      notifications.forEach(NotificationOrder.Notification::done);
    }
  }

  private RemoteSettled published(Settlement settlement, CommitResult result) {
    JobId id = settlement.job().id();
    if (result == CommitResult.LEASE_LOST) {
      return stale(id);
    }
    calls.settled(settlement);
    Settlement made =
        result == CommitResult.CANCELLED ? Committer.cancelled(settlement) : settlement;
    events.settled(made);
    Verdict verdict = made.verdict();
    if (verdict.transition() == Transition.CANCELLED_BY_REQUEST) {
      return new RemoteSettled.Cancelled(id);
    }
    return new RemoteSettled.Committed(
        id, verdict.state(), made.nextRunAt(made.job().claimedAt()), verdict.explanation());
  }

  private static RemoteSettled stale(JobId job) {
    LOG.atInfo()
        .addKeyValue("jobId", job)
        .log(
            "job {} is no longer the reporting worker's, or was settled before: nothing changes",
            job);
    return new RemoteSettled.Stale(job);
  }

  /** Without them a failure would get the default instead of its queue's policy. */
  private void needSettings(String action) {
    if (!queues.isCurrent()) {
      throw new StoreException(
          action, true, new IllegalStateException("the queues' settings could not be read"));
    }
  }
}
