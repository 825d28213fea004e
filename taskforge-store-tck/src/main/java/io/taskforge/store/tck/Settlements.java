package io.taskforge.store.tck;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
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
final class Settlements {
  static final WorkerId WORKER = new WorkerId("worker-1");
  static final Duration RAN = Duration.ofMillis(5);
  static final Failure TIMEOUT =
      Failure.of(ErrorType.of("timeout"), FailureKind.TRANSIENT, "no answer in 5 s");

  private Settlements() {}

  static Settlement succeeded(ClaimedJob job) {
    return succeeded(job, null);
  }

  static Settlement succeeded(ClaimedJob job, @Nullable String result) {
    Verdict.Next next =
        new Verdict.Finish(JobState.SUCCEEDED, result == null ? null : new Payload(result));
    return ending(
        job, AttemptStatus.SUCCEEDED, null, job.counters(), next, Transition.COMPLETED, "");
  }

  static Settlement retried(ClaimedJob job, Duration delay) {
    return retried(job, delay, TIMEOUT);
  }

  static Settlement retried(ClaimedJob job, Duration delay, Failure failure) {
    return ending(
        job,
        AttemptStatus.FAILED,
        failure,
        job.counters().failed(),
        new Verdict.RunAgain(delay, true),
        Transition.RETRY_SCHEDULED,
        "retry after " + delay);
  }

  static Settlement givenUp(ClaimedJob job) {
    return givenUp(job, TIMEOUT);
  }

  static Settlement givenUp(ClaimedJob job, Failure failure) {
    return ending(
        job,
        AttemptStatus.FAILED,
        failure,
        job.counters().failed(),
        new Verdict.Finish(JobState.FAILED, null),
        Transition.GAVE_UP,
        "retries exhausted");
  }

  static Settlement deadLettered(ClaimedJob job, String queue, String reason) {
    return deadLettered(job, queue, reason, TIMEOUT);
  }

  static Settlement deadLettered(ClaimedJob job, String queue, String reason, Failure failure) {
    return ending(
        job,
        AttemptStatus.FAILED,
        failure,
        job.counters().failed(),
        new Verdict.DeadLetterTo(new QueueName(queue), reason),
        Transition.DEAD_LETTERED,
        reason);
  }

  static Settlement discarded(ClaimedJob job) {
    return discarded(job, null);
  }

  static Settlement discarded(ClaimedJob job, @Nullable Payload result) {
    return ending(
        job,
        AttemptStatus.CANCELLED,
        null,
        job.counters(),
        new Verdict.Finish(JobState.CANCELLED, result),
        Transition.DISCARDED,
        "not needed any more");
  }

  static Settlement snoozed(ClaimedJob job, Duration delay) {
    return ending(
        job,
        AttemptStatus.SNOOZED,
        null,
        job.counters(),
        new Verdict.RunAgain(delay, false),
        Transition.SNOOZED,
        "snoozed");
  }

  static Settlement interrupted(ClaimedJob job) {
    return ending(
        job,
        AttemptStatus.INTERRUPTED,
        null,
        job.counters().interrupted(),
        new Verdict.RunAgain(Duration.ZERO, false),
        Transition.INTERRUPTED,
        "its worker was shut down");
  }

  static Settlement lost(ClaimedJob job) {
    return ending(
        job,
        AttemptStatus.LOST,
        null,
        job.counters().leaseLost(),
        new Verdict.RunAgain(Duration.ZERO, false),
        Transition.LEASE_LOST,
        "its worker fell silent");
  }

  static Settlement lostForGood(ClaimedJob job) {
    return ending(
        job,
        AttemptStatus.LOST,
        null,
        job.counters().leaseLost(),
        new Verdict.Finish(JobState.FAILED, null),
        Transition.LOST_FOR_GOOD,
        "outcome unknown");
  }

  /** The deadline passed before the handler was started. */
  static Settlement pastDeadline(ClaimedJob job) {
    return neverStarted(
        ending(
            job,
            AttemptStatus.FAILED,
            TIMEOUT,
            job.counters(),
            new Verdict.Finish(JobState.FAILED, null),
            Transition.GAVE_UP,
            "its deadline had passed"));
  }

  /** Returns {@code ending} for a run whose handler was never started. */
  static Settlement neverStarted(Settlement ending) {
    Run run = new Run(null, null, ending.run().log(), ending.run().progress());
    return new Settlement(ending.job(), ending.worker(), run, ending.verdict());
  }

  /** Returns {@code ending} with all optional data that a handler and its engine can add. */
  static Settlement saying(
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

  private static Settlement ending(
      ClaimedJob job,
      AttemptStatus status,
      @Nullable Failure failure,
      Counters after,
      Verdict.Next next,
      Transition transition,
      String explanation) {
    return new Settlement(
        job,
        Objects.requireNonNullElse(job.lostBy(), WORKER),
        Run.of(job.claimedAt(), RAN),
        Verdict.of(status, transition, next, after, failure, explanation));
  }
}
