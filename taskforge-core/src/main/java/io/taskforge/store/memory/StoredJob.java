package io.taskforge.store.memory;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job in the memory store. Guarded by its store's monitor. */
final class StoredJob {
  final NewJob given;
  final Instant createdAt;
  final List<StoredAttempt> attempts = new ArrayList<>();
  final Deque<DeadLetterStay> stays = new ArrayDeque<>();
  QueueName queue;
  JobState state = JobState.QUEUED;
  Counters counters = Counters.ZERO;
  AttemptNumber number = AttemptNumber.NONE;
  Instant runAt;
  @Nullable Instant firstStartedAt;
  @Nullable Duration previousDelay;
  @Nullable Instant finishedAt;
  @Nullable Payload result;
  @Nullable DeadLetter deadLetter;
  boolean cancelRequested;
  @Nullable MemoryLease lease;

  StoredJob(NewJob given, Instant now) {
    this.given = given;
    this.createdAt = now;
    this.queue = given.queue();
    this.runAt = given.runAt() == null ? now.plus(given.delay()) : given.runAt();
  }

  /** The order of jobs of one queue, priority and tenant: by time, then by id. */
  static int inClaimOrder(StoredJob a, StoredJob b) {
    int byTime = a.runAt.compareTo(b.runAt);
    return byTime != 0 ? byTime : a.given.id().compareTo(b.given.id());
  }

  /** Changes the state, if {@code by} allows it. */
  private void become(Transition by, JobState next) {
    by.check(given.id(), state, next);
    state = next;
  }

  void run(MemoryLease by) {
    become(Transition.CLAIMED, JobState.RUNNING);
    lease = by;
    number = number.next();
  }

  void waitUntil(Transition by, Instant until, Counters after) {
    become(by, after.waitingState());
    counters = after;
    runAt = until;
    lease = null;
    finishedAt = null;
    result = null;
    deadLetter = null;
  }

  /** Like {@link #waitUntil}, for a job that a user retries or redrives. */
  void startOver(Transition by, Instant until, QueueName in) {
    waitUntil(by, until, Counters.ZERO);
    queue = in;
    number = number.newRound();
    firstStartedAt = null;
    previousDelay = null;
  }

  void finish(Transition by, JobState as, Instant at) {
    become(by, as);
    finishedAt = at;
    lease = null;
    cancelRequested = false;
  }

  ClaimedJob claimed(LeaseRef ref, Instant claimedAt, @Nullable WorkerId lostBy) {
    return new ClaimedJob(
        identity(),
        lostBy == null ? given.payload().json() : Payload.NULL.json(),
        given.settings(),
        new ClaimedJob.Claim(ref, claimedAt, lostBy, cancelRequested),
        number,
        counters,
        new ClaimedJob.Timing(runAt, firstStartedAt, previousDelay));
  }

  private JobIdentity identity() {
    return new JobIdentity(given.id(), queue, given.type(), given.tenant());
  }

  boolean hasStarted() {
    return attempts.stream().anyMatch(stored -> stored.attempt().isStarted());
  }

  /**
   * Returns the error of the latest failed attempt, or null if there is none or a later run ended
   * the job without an error. A snoozed run, or one cancelled while waiting, does not clear it.
   */
  @Nullable JobError lastError() {
    for (int i = attempts.size() - 1; i >= 0; i--) {
      Attempt attempt = attempts.get(i).attempt();
      if (attempt.errorType() != null
          && attempt.failureKind() != null
          && attempt.message() != null) {
        return new JobError(attempt.errorType(), attempt.failureKind(), attempt.message());
      }
      if (attempt.worker() != null && attempt.nextRunAt() == null) {
        return null;
      }
    }
    return null;
  }

  /** Returns the fingerprint of the latest attempt that failed, or null if none has. */
  @Nullable FailureFingerprint lastFingerprint() {
    FailureFingerprint last = null;
    for (StoredAttempt stored : attempts) {
      last = stored.fingerprint() == null ? last : stored.fingerprint();
    }
    return last;
  }

  Job snapshot() {
    return new Job(
        identity(),
        given.payload(),
        given.settings(),
        createdAt,
        new Job.Progress(state, number, counters, runAt, lease == null ? null : lease.shown()),
        new Job.Results(finishedAt, result, lastError(), deadLetter));
  }
}
