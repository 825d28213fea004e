package io.taskforge.store.memory;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.JobState;
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
              return settlement.next() instanceof Settlement.RunAgain && job.cancelRequested
                  ? CommitResult.CANCELLED
                  : CommitResult.COMMITTED;
            })
        .toList();
  }

  static CommitResult settle(
      MemoryJobStore store, StoredJob job, Settlement settlement, Instant now) {
    Settlement.Next next = settlement.next();
    Duration delay = null;
    String explanation = settlement.explanation();
    job.counters = settlement.counters();
    job.number = settlement.number();
    if (job.firstStartedAt == null && settlement.startedAt() != null) {
      job.firstStartedAt = settlement.job().claimedAt();
    }
    if (next instanceof Settlement.RunAgain && job.cancelRequested) {
      job.finish(JobState.CANCELLED, now);
      explanation = settlement.cancelledExplanation();
    } else if (next instanceof Settlement.RunAgain again) {
      delay = again.delay();
      job.previousDelay = again.countsAsDelay() ? delay : job.previousDelay;
      job.waitUntil(now.plus(delay), settlement.counters());
      store.waiting.add(job);
    } else if (next instanceof Settlement.Finish finish) {
      job.finish(finish.state(), now);
      job.result = finish.result();
    } else if (next instanceof Settlement.DeadLetterTo dead) {
      job.finish(JobState.DEAD, now);
      job.deadLetter = new DeadLetter(dead.reason(), job.queue, now);
      job.queue = dead.queue();
    }
    Attempt attempt =
        attempt(settlement, now, delay, delay == null ? null : job.runAt, explanation);
    Failure failure = settlement.failure();
    job.attempts.add(
        new StoredAttempt(
            attempt,
            settlement.job().queue(),
            failure == null ? null : FailureFingerprint.of(failure)));
    return next instanceof Settlement.RunAgain && delay == null
        ? CommitResult.CANCELLED
        : CommitResult.COMMITTED;
  }

  private static Attempt attempt(
      Settlement settlement,
      Instant now,
      @Nullable Duration delay,
      @Nullable Instant nextRunAt,
      String explanation) {
    ClaimedJob job = settlement.job();
    Failure failure = settlement.failure();
    return new Attempt(
        job.id(),
        settlement.number(),
        job.counters().failures(),
        settlement.status(),
        settlement.worker(),
        job.scheduledAt(),
        settlement.startedAt(),
        settlement.finishedAt(now),
        settlement.duration(),
        failure == null ? null : failure.kind(),
        failure == null ? null : failure.type().name(),
        failure == null ? null : failure.message(),
        failure == null ? null : failure.stackTrace(),
        delay,
        nextRunAt,
        explanation.isEmpty() ? null : explanation,
        settlement.counters(),
        settlement.log(),
        settlement.progress());
  }

  /** Records that a pending run was cancelled; the job already has the entry's number. */
  static void recordCancelled(StoredJob job, Instant now, String explanation) {
    Attempt never =
        new Attempt(
            job.given.id(),
            job.number,
            job.counters.failures(),
            AttemptStatus.CANCELLED,
            null,
            job.runAt,
            null,
            now,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            explanation,
            job.counters,
            List.of(),
            null);
    job.attempts.add(new StoredAttempt(never, job.queue, null));
  }
}
