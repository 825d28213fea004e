package io.taskforge.store.memory;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Settles jobs and writes their history, under the store's monitor. */
final class MemorySettling {
  private MemorySettling() {}

  /** The results that {@link #settle} will return, in this order. */
  static List<CommitResult> foresee(MemoryJobStore store, List<Settlement> settlements) {
    Set<LeaseRef> met = new HashSet<>();
    return settlements.stream()
        .map(
            settlement -> {
              LeaseRef ref = settlement.job().lease();
              MemoryLease lease = store.leases.get(ref.token());
              StoredJob job = lease == null ? null : lease.open(ref.position());
              if (job == null || !met.add(ref)) {
                return CommitResult.LEASE_LOST;
              }
              return settlement.verdict().next() instanceof Verdict.RunAgain && job.cancelRequested
                  ? CommitResult.CANCELLED
                  : CommitResult.COMMITTED;
            })
        .toList();
  }

  static CommitResult settle(
      MemoryJobStore store, StoredJob job, Settlement settlement, Instant now) {
    Verdict verdict = settlement.verdict();
    Verdict.Next next = verdict.next();
    Duration delay = null;
    String explanation = verdict.explanation();
    job.counters = verdict.counters();
    job.number = settlement.number();
    if (job.firstStartedAt == null && settlement.run().startedAt() != null) {
      job.firstStartedAt = settlement.job().claimedAt();
    }
    if (next instanceof Verdict.RunAgain && job.cancelRequested) {
      job.finish(Transition.CANCELLED_BY_REQUEST, JobState.CANCELLED, now);
      explanation = settlement.cancelledExplanation();
    } else if (next instanceof Verdict.RunAgain again) {
      delay = again.delay();
      job.previousDelay = again.countsAsDelay() ? delay : job.previousDelay;
      job.waitUntil(verdict.transition(), now.plus(delay), verdict.counters());
      store.waiting.add(job);
    } else if (next instanceof Verdict.Finish finish) {
      job.finish(verdict.transition(), finish.state(), now);
      job.result = finish.result();
    } else if (next instanceof Verdict.DeadLetterTo dead) {
      job.finish(verdict.transition(), JobState.DEAD, now);
      job.deadLetter = new DeadLetter(dead.reason(), job.queue, now);
      job.queue = dead.queue();
    }
    Attempt.NextRun nextRun = delay == null ? null : new Attempt.NextRun(delay, job.runAt);
    Failure failure = verdict.failure();
    job.attempts.add(
        new StoredAttempt(
            attempt(settlement, now, nextRun, explanation),
            settlement.job().queue(),
            failure == null ? null : FailureFingerprint.of(failure),
            failure == null ? null : store.workers.version(settlement.worker())));
    boolean cancelled = next instanceof Verdict.RunAgain && delay == null;
    store.statistics.count(settlement, cancelled, now);
    return cancelled ? CommitResult.CANCELLED : CommitResult.COMMITTED;
  }

  private static Attempt attempt(
      Settlement settlement, Instant now, Attempt.@Nullable NextRun next, String explanation) {
    ClaimedJob job = settlement.job();
    Verdict verdict = settlement.verdict();
    return new Attempt(
        job.id(),
        settlement.number(),
        job.counters().failures(),
        settlement.worker(),
        job.scheduledAt(),
        settlement.finishedAt(now),
        settlement.run(),
        new Attempt.Result(
            verdict.status(),
            verdict.counters(),
            Attempt.FailureDetails.of(verdict.failure()),
            next,
            explanation.isEmpty() ? null : explanation));
  }

  /** Records that a run was cancelled on request; the job already has the number of that entry. */
  static void recordCancelled(StoredJob job, QueueName queue, Instant now, String explanation) {
    Attempt never =
        new Attempt(
            job.given.id(),
            job.number,
            job.counters.failures(),
            null,
            job.runAt,
            now,
            Run.NEVER_STARTED,
            new Attempt.Result(AttemptStatus.CANCELLED, job.counters, null, null, explanation));
    job.attempts.add(new StoredAttempt(never, queue, null, null));
  }
}
