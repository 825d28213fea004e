package io.taskforge.engine;

import io.taskforge.job.JobId;
import io.taskforge.job.Payload;
import io.taskforge.job.Run;
import io.taskforge.job.StoreException;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeasedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles attempts that run in other processes. The lease token identifies the job, {@link
 * Verdicts} decides what follows, and the commit is fenced like any other: a token that has become
 * stale in between changes nothing.
 */
final class RemoteAttempts implements RemoteWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteAttempts.class);

  private final JobStore store;
  private final QueueCatalog queues;
  private final Verdicts verdicts;
  private final EventPublisher events;
  private final RemoteLeases leases;
  private final JobArrivals arrivals;

  RemoteAttempts(
      JobStore store,
      QueueCatalog queues,
      Verdicts verdicts,
      EventPublisher events,
      RemoteLeases leases,
      JobArrivals arrivals) {
    this.store = store;
    this.queues = queues;
    this.verdicts = verdicts;
    this.events = events;
    this.leases = leases;
    this.arrivals = arrivals;
  }

  @Override
  public List<RemoteJob> claim(RemoteClaim request) {
    needSettings("claim jobs");
    return leases.claim(request);
  }

  @Override
  public RemoteExtension extend(LeaseToken token, Duration lease) {
    return leases.extend(token, lease);
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
