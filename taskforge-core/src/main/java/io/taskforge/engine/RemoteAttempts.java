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
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteJob;
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
  public List<RemoteJob> claim(RemoteClaim request) {
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
      return List.of();
    }
    try (ClaimGate gate = calls.gate(request.limit())) {
      List<RemoteJob> handedOut = handedOut(request, lease, claimed(request, lease, gate));
      gate.took(handedOut.stream().map(RemoteJob::job).toList());
      calls.handedOut(handedOut);
      return handedOut;
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
  public RemoteExtension extend(LeaseToken token, Duration lease) {
    RemoteClaim.checkLease(lease);
    LeasedJob leased = held(List.of(token)).get(token);
    if (leased == null) {
      return new RemoteExtension.Stale(token.job());
    }
    HeartbeatAnswer answer = store.heartbeat(heartbeat(token, leased, lease));
    if (answer.lostTokens().contains(token.lease().token())) {
      return new RemoteExtension.Stale(token.job());
    }
    if (answer.lockedTokens().contains(token.lease().token())) {
      throw new StoreException(
          "extend the lease of job " + token.job() + ", it is being settled", true, null);
    }
    boolean cancelled =
        leased.job().cancelRequested() || answer.cancelRequested().contains(token.job());
    return new RemoteExtension.Extended(token.job(), leased.now().plus(lease), cancelled);
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
            known.version(),
            known.queues(),
            known.types(),
            known.concurrency(),
            Math.max(1, known.running()));
      }
    }
    ClaimedJob job = leased.job();
    return new Heartbeat(
        lease, tokens, RemoteClaim.REMOTE, "", Set.of(job.queue()), Set.of(job.type()), 1, 1);
  }

  @Override
  public List<RemoteSettled> report(List<RemoteResult> results) {
    if (results.size() > RemoteClaim.MAX_LIMIT) {
      throw new IllegalArgumentException(
          "results must be at most %d but were %d"
              .formatted(RemoteClaim.MAX_LIMIT, results.size()));
    }
    if (results.stream().anyMatch(RemoteResult.Failed.class::isInstance)) {
      needSettings("judge a failure");
    }
    return settle(results.stream().map(this::report).toList());
  }

  private Report report(RemoteResult result) {
    if (result instanceof RemoteResult.Failed failed) {
      return new Report(
          failed.token(), (job, now) -> verdicts.reported(job, failed.failure(), now));
    }
    RemoteResult.Completed completed = (RemoteResult.Completed) result;
    return new Report(
        completed.token(), (job, now) -> AttemptRules.succeeded(job, completed.result()));
  }

  @Override
  public RemoteSettled snooze(LeaseToken token, Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("snooze must not be negative but was " + delay);
    }
    needSettings("snooze a job");
    Report report = new Report(token, (job, now) -> verdicts.snoozed(job, delay, null));
    return settle(List.of(report)).get(0);
  }

  @Override
  public RemoteSettled release(LeaseToken token) {
    needSettings("release a job");
    return settle(List.of(new Report(token, (job, now) -> verdicts.released(job)))).get(0);
  }

  /** A token, and the verdict on its job at the store's time. */
  private record Report(LeaseToken token, BiFunction<ClaimedJob, Instant, Verdict> verdict) {}

  private Settlement settlement(Report report, LeasedJob leased) {
    ClaimedJob job = leased.job();
    Instant now = leased.now();
    return new Settlement(
        job,
        leased.worker(),
        Run.between(job.claimedAt(), now),
        calls.judged(report.token, job, now, report.verdict.apply(job, now)));
  }

  /** Settles any number of jobs with one query and one commit. */
  private List<RemoteSettled> settle(List<Report> reports) {
    Map<LeaseToken, LeasedJob> held = held(reports.stream().map(Report::token).toList());
    List<Settlement> settlements = new ArrayList<>(reports.size());
    for (Report report : reports) {
      LeasedJob leased = held.get(report.token());
      if (leased != null) {
        settlements.add(settlement(report, leased));
      }
    }
    Iterator<RemoteSettled> committed = commit(settlements).iterator();
    List<RemoteSettled> answers = new ArrayList<>(reports.size());
    for (Report report : reports) {
      boolean found = held.containsKey(report.token());
      answers.add(found ? committed.next() : stale(report.token().job()));
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
