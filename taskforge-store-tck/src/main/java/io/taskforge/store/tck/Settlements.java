package io.taskforge.store.tck;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.retry.ErrorType;
import io.taskforge.retry.Failure;
import io.taskforge.retry.FailureKind;
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
    Settlement.Next next =
        new Settlement.Finish(JobState.SUCCEEDED, result == null ? null : new Payload(result));
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
        new Settlement.RunAgain(delay, true),
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
        new Settlement.Finish(JobState.FAILED, null),
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
        new Settlement.DeadLetterTo(new QueueName(queue), reason),
        Transition.DEAD_LETTERED,
        reason);
  }

  static Settlement discarded(ClaimedJob job) {
    return ending(
        job,
        AttemptStatus.CANCELLED,
        null,
        job.counters(),
        new Settlement.Finish(JobState.CANCELLED, null),
        Transition.DISCARDED,
        "not needed any more");
  }

  static Settlement snoozed(ClaimedJob job, Duration delay) {
    return ending(
        job,
        AttemptStatus.SNOOZED,
        null,
        job.counters(),
        new Settlement.RunAgain(delay, false),
        Transition.SNOOZED,
        "snoozed");
  }

  static Settlement interrupted(ClaimedJob job) {
    return ending(
        job,
        AttemptStatus.INTERRUPTED,
        null,
        job.counters().interrupted(),
        new Settlement.RunAgain(Duration.ZERO, false),
        Transition.INTERRUPTED,
        "its worker was shut down");
  }

  static Settlement lost(ClaimedJob job) {
    return ending(
        job,
        AttemptStatus.LOST,
        null,
        job.counters().leaseLost(),
        new Settlement.RunAgain(Duration.ZERO, false),
        Transition.LEASE_LOST,
        "its worker fell silent");
  }

  static Settlement lostForGood(ClaimedJob job) {
    return ending(
        job,
        AttemptStatus.LOST,
        null,
        job.counters().leaseLost(),
        new Settlement.Finish(JobState.FAILED, null),
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
            new Settlement.Finish(JobState.FAILED, null),
            Transition.GAVE_UP,
            "its deadline had passed"));
  }

  /** Returns {@code ending} for a run whose handler was never started. */
  static Settlement neverStarted(Settlement ending) {
    return new Settlement(
        ending.job(),
        ending.worker(),
        ending.status(),
        null,
        null,
        ending.failure(),
        ending.counters(),
        ending.next(),
        ending.transition(),
        ending.explanation(),
        ending.log(),
        ending.progress());
  }

  /** Returns {@code ending} with everything that a handler and its engine may say about it. */
  static Settlement saying(
      Settlement ending, String explanation, List<String> log, @Nullable Double progress) {
    return new Settlement(
        ending.job(),
        ending.worker(),
        ending.status(),
        ending.startedAt(),
        ending.duration(),
        ending.failure(),
        ending.counters(),
        ending.next(),
        ending.transition(),
        explanation,
        log,
        progress);
  }

  private static Settlement ending(
      ClaimedJob job,
      AttemptStatus status,
      @Nullable Failure failure,
      Counters after,
      Settlement.Next next,
      Transition transition,
      String explanation) {
    return new Settlement(
        job,
        Objects.requireNonNullElse(job.lostBy(), WORKER),
        status,
        job.claimedAt(),
        RAN,
        failure,
        after,
        next,
        transition,
        explanation,
        List.of(),
        null);
  }
}
