package io.taskforge.store.tck;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The results of an attempt, as an engine reports them. */
interface Settlements {
  WorkerId WORKER = new WorkerId("worker-1");
  Duration RAN = Duration.ofMillis(5);
  Failure TIMEOUT = Failure.of(ErrorType.of("timeout"), FailureKind.TRANSIENT, "no answer in 5 s");

  JobError TIMEOUT_ERROR = new JobError("timeout", FailureKind.TRANSIENT, "no answer in 5 s");

  Verdict.Next AT_ONCE = new Verdict.RunAgain(Duration.ZERO, false);
  Verdict.Next FAIL = new Verdict.Finish(JobState.FAILED, null);

  default Settlement succeeded(ClaimedJob job) {
    return succeeded(job, null);
  }

  default Settlement succeeded(ClaimedJob job, @Nullable String result) {
    Payload payload = result == null ? null : new Payload(result);
    Verdict.Next next = new Verdict.Finish(JobState.SUCCEEDED, payload);
    return ending(job, Transition.COMPLETED, next, job.counters(), null, "");
  }

  default Settlement retried(ClaimedJob job, Duration delay) {
    return retried(job, delay, TIMEOUT);
  }

  default Settlement retried(ClaimedJob job, Duration delay, Failure failure) {
    Verdict.Next next = new Verdict.RunAgain(delay, true);
    return failed(job, Transition.RETRY_SCHEDULED, next, failure, "retry after " + delay);
  }

  /** Failed because its destination is down: it runs again and uses no retry. */
  default Settlement refunded(ClaimedJob job, Duration delay) {
    Verdict.Next next = new Verdict.RunAgain(delay, false);
    return ending(
        job, Transition.REFUNDED, next, job.counters(), TIMEOUT, "destination api is down");
  }

  default Settlement givenUp(ClaimedJob job) {
    return givenUp(job, TIMEOUT);
  }

  default Settlement givenUp(ClaimedJob job, Failure failure) {
    return failed(job, Transition.GAVE_UP, FAIL, failure, "retries exhausted");
  }

  /** Moves the job to the queue "dead". */
  default Settlement deadLettered(ClaimedJob job) {
    return deadLettered(job, "dead", "poison");
  }

  default Settlement deadLettered(ClaimedJob job, Failure failure) {
    return deadLettered(job, "dead", "poison", failure);
  }

  default Settlement deadLettered(ClaimedJob job, String queue, String reason) {
    return deadLettered(job, queue, reason, TIMEOUT);
  }

  default Settlement deadLettered(ClaimedJob job, String queue, String reason, Failure failure) {
    Verdict.Next next = new Verdict.DeadLetterTo(new QueueName(queue), reason);
    return failed(job, Transition.DEAD_LETTERED, next, failure, reason);
  }

  default Settlement discarded(ClaimedJob job) {
    return discarded(job, null);
  }

  default Settlement discarded(ClaimedJob job, @Nullable Payload result) {
    Verdict.Next next = new Verdict.Finish(JobState.CANCELLED, result);
    return ending(job, Transition.DISCARDED, next, job.counters(), null, "not needed any more");
  }

  default Settlement snoozed(ClaimedJob job, Duration delay) {
    Verdict.Next next = new Verdict.RunAgain(delay, false);
    return ending(job, Transition.SNOOZED, next, job.counters(), null, "snoozed");
  }

  default Settlement interrupted(ClaimedJob job) {
    Counters after = job.counters().interrupted();
    return ending(job, Transition.INTERRUPTED, AT_ONCE, after, null, "its worker was shut down");
  }

  default Settlement lost(ClaimedJob job) {
    Counters after = job.counters().leaseLost();
    return ending(job, Transition.LEASE_LOST, AT_ONCE, after, null, "its worker fell silent");
  }

  default Settlement lostForGood(ClaimedJob job) {
    Counters after = job.counters().leaseLost();
    return ending(job, Transition.LOST_FOR_GOOD, FAIL, after, null, "outcome unknown");
  }

  /** The deadline passed before the handler was started. */
  default Settlement pastDeadline(ClaimedJob job) {
    return neverStarted(
        ending(job, Transition.GAVE_UP, FAIL, job.counters(), TIMEOUT, "its deadline had passed"));
  }

  /** Returns {@code ending} for a run whose handler was never started. */
  default Settlement neverStarted(Settlement ending) {
    Run run = new Run(null, null, ending.run().log(), ending.run().progress());
    return new Settlement(ending.job(), ending.worker(), run, ending.verdict());
  }

  /** Returns {@code ending} with all optional data that a handler and its engine can add. */
  default Settlement saying(
      Settlement ending, String explanation, List<String> log, @Nullable Double progress) {
    Verdict verdict = ending.verdict();
    return new Settlement(
        ending.job(),
        ending.worker(),
        new Run(ending.run().startedAt(), ending.run().duration(), log, progress),
        Verdict.of(
            verdict.status(),
            verdict.transition(),
            verdict.next(),
            verdict.counters(),
            verdict.failure(),
            explanation));
  }

  default Failure failure(String type, FailureKind kind, String message) {
    return Failure.of(ErrorType.of(type), kind, message);
  }

  private static Settlement failed(
      ClaimedJob job, Transition transition, Verdict.Next next, Failure failure, String reason) {
    return ending(job, transition, next, job.counters().failed(), failure, reason);
  }

  private static Settlement ending(
      ClaimedJob job,
      Transition transition,
      Verdict.Next next,
      Counters after,
      @Nullable Failure failure,
      String explanation) {
    AttemptStatus status =
        switch (transition) {
          case COMPLETED -> AttemptStatus.SUCCEEDED;
          case DISCARDED -> AttemptStatus.CANCELLED;
          case SNOOZED -> AttemptStatus.SNOOZED;
          case INTERRUPTED -> AttemptStatus.INTERRUPTED;
          case LEASE_LOST, LOST_FOR_GOOD -> AttemptStatus.LOST;
          default -> AttemptStatus.FAILED;
        };
    return new Settlement(
        job,
        Objects.requireNonNullElse(job.lostBy(), WORKER),
        Run.of(job.claimedAt(), RAN),
        Verdict.of(status, transition, next, after, failure, explanation));
  }
}
