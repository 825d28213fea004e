package io.taskforge.engine;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import io.taskforge.store.Settlement.DeadLetterTo;
import io.taskforge.store.Settlement.Finish;
import io.taskforge.store.Settlement.Next;
import io.taskforge.store.Settlement.RunAgain;
import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a job after an attempt. Pure functions: no store, no clock, no thread.
 *
 * @param maxRetries of the policy that was asked; 0 where none was
 */
record AttemptVerdict(
    AttemptStatus status,
    @Nullable Failure failure,
    Counters counters,
    Next next,
    Transition transition,
    String explanation,
    int maxRetries) {
  private static final ErrorType WORKER_LOST = ErrorType.of("worker_lost");
  private static final ErrorType INTERRUPTED = ErrorType.of("interrupted");
  private static final ErrorType DEAD_LETTERED = ErrorType.of("dead_lettered_by_handler");
  private static final String OUTCOME_UNKNOWN =
      "outcome unknown: AT_MOST_ONCE is never started twice";

  // As long as a job may be delayed when it is enqueued; beyond it, times can't be stored.
  private static final Duration LONGEST_SNOOZE = Duration.ofDays(36_500);

  AttemptVerdict {
    // Handlers and strategies give these texts too, and what no database takes must not be in them.
    explanation = stored(explanation);
    if (next instanceof DeadLetterTo dead) {
      next = new DeadLetterTo(dead.queue(), stored(dead.reason()));
    }
  }

  private static String stored(String text) {
    return BoundedText.of(text, Failure.MAX_MESSAGE_BYTES);
  }

  static AttemptVerdict succeeded(ClaimedJob job, @Nullable Payload result) {
    return new AttemptVerdict(
        AttemptStatus.SUCCEEDED,
        null,
        job.counters(),
        new Finish(JobState.SUCCEEDED, result),
        Transition.COMPLETED,
        "",
        0);
  }

  static AttemptVerdict discarded(ClaimedJob job, String reason, @Nullable Payload result) {
    return new AttemptVerdict(
        AttemptStatus.CANCELLED,
        null,
        job.counters(),
        new Finish(JobState.CANCELLED, result),
        Transition.DISCARDED,
        "discarded by its handler: " + reason,
        0);
  }

  static AttemptVerdict cancelled(ClaimedJob job, boolean started) {
    return new AttemptVerdict(
        AttemptStatus.CANCELLED,
        null,
        job.counters(),
        new Finish(JobState.CANCELLED, null),
        Transition.CANCELLED_BY_REQUEST,
        started ? "cancelled while it ran" : "cancelled before it started",
        0);
  }

  /** Costs nothing, but an AT_MOST_ONCE job has had its one start. */
  static AttemptVerdict snoozed(
      ClaimedJob job, Duration delay, @Nullable String reason, @Nullable QueueName deadLetters) {
    String why = reason == null ? "" : ": " + reason;
    if (job.guarantee() == Guarantee.AT_MOST_ONCE) {
      Failure failure =
          Failure.of(
              ErrorType.of("snoozed"),
              FailureKind.PERMANENT,
              "AT_MOST_ONCE can't be snoozed" + why);
      return givenUp(
          AttemptStatus.FAILED,
          failure,
          job.counters().failed(),
          deadLetters,
          failure.message(),
          0);
    }
    return new AttemptVerdict(
        AttemptStatus.SNOOZED,
        null,
        job.counters(),
        new RunAgain(delay.compareTo(LONGEST_SNOOZE) < 0 ? delay : LONGEST_SNOOZE, false),
        Transition.SNOOZED,
        "snoozed by its handler" + why,
        0);
  }

  /** A shutdown, or a lease that this worker may have lost: costs nothing, if it can be undone. */
  static AttemptVerdict interrupted(
      ClaimedJob job, boolean started, String why, @Nullable QueueName deadLetters) {
    Counters counters = job.counters().interrupted();
    if (started && job.guarantee() == Guarantee.AT_MOST_ONCE) {
      Failure failure = Failure.of(INTERRUPTED, FailureKind.TRANSIENT, why);
      return givenUp(AttemptStatus.INTERRUPTED, failure, counters, deadLetters, OUTCOME_UNKNOWN, 0);
    }
    return new AttemptVerdict(
        AttemptStatus.INTERRUPTED,
        null,
        counters,
        new RunAgain(Duration.ZERO, false),
        Transition.INTERRUPTED,
        why,
        0);
  }

  /**
   * The worker fell silent. Its job runs again at once, unless it must not, or kills its workers.
   */
  static AttemptVerdict lost(ClaimedJob job, int maxLostLeases, @Nullable QueueName deadLetters) {
    Counters counters = job.counters().leaseLost();
    Failure failure =
        Failure.of(WORKER_LOST, FailureKind.TRANSIENT, "worker " + job.lostBy() + " fell silent");
    if (job.cancelRequested()) {
      return new AttemptVerdict(
          AttemptStatus.LOST,
          failure,
          counters,
          new Finish(JobState.CANCELLED, null),
          Transition.CANCELLED_BY_REQUEST,
          "cancelled while it ran",
          0);
    }
    if (job.guarantee() == Guarantee.AT_MOST_ONCE) {
      return lostForGood(failure, counters, deadLetters, OUTCOME_UNKNOWN);
    }
    if (counters.lostLeases() >= maxLostLeases) {
      return lostForGood(
          failure, counters, deadLetters, "poison: it lost " + counters.lostLeases() + " workers");
    }
    return new AttemptVerdict(
        AttemptStatus.LOST,
        failure,
        counters,
        new RunAgain(Duration.ZERO, false),
        Transition.LEASE_LOST,
        "its worker fell silent; lost lease %d of %d, no retry used"
            .formatted(counters.lostLeases(), maxLostLeases),
        0);
  }

  private static AttemptVerdict lostForGood(
      Failure failure, Counters counters, @Nullable QueueName deadLetters, String reason) {
    AttemptVerdict end = givenUp(AttemptStatus.LOST, failure, counters, deadLetters, reason, 0);
    return new AttemptVerdict(
        end.status,
        end.failure,
        end.counters,
        end.next,
        Transition.LOST_FOR_GOOD,
        end.explanation,
        0);
  }

  /** Its handler said that nothing will help. */
  static AttemptVerdict deadLetteredByHandler(
      ClaimedJob job, String reason, @Nullable QueueName deadLetters) {
    Failure failure = Failure.of(DEAD_LETTERED, FailureKind.PERMANENT, reason);
    return givenUp(AttemptStatus.FAILED, failure, job.counters().failed(), deadLetters, reason, 0);
  }

  /** It was not started, because its deadline had passed: no attempt has failed. */
  static AttemptVerdict pastDeadline(
      ClaimedJob job, Failure failure, @Nullable QueueName deadLetters) {
    return givenUp(
        AttemptStatus.FAILED, failure, job.counters(), deadLetters, "its deadline had passed", 0);
  }

  /** It failed, and no policy can be asked. */
  static AttemptVerdict failedForGood(
      ClaimedJob job, Failure failure, String reason, @Nullable QueueName deadLetters) {
    return givenUp(AttemptStatus.FAILED, failure, job.counters().failed(), deadLetters, reason, 0);
  }

  /** It failed: the policy decides. */
  static AttemptVerdict failed(
      ClaimedJob job,
      Failure failure,
      RetryPolicy policy,
      Instant now,
      @Nullable QueueName deadLetters,
      RandomGenerator random) {
    if (job.guarantee() == Guarantee.AT_MOST_ONCE) {
      return failedForGood(job, failure, "AT_MOST_ONCE is not retried", deadLetters);
    }
    Counters counters = job.counters().failed();
    RetryDecision decision =
        policy.decide(failure, situation(job, counters, now, deadLetters != null), random);
    if (decision instanceof RetryDecision.Retry retry) {
      return new AttemptVerdict(
          AttemptStatus.FAILED,
          failure,
          counters,
          new RunAgain(retry.delay(), true),
          Transition.RETRY_SCHEDULED,
          retry.explain(),
          policy.maxRetries());
    }
    return givenUp(
        AttemptStatus.FAILED,
        failure,
        counters,
        deadLetters,
        decision.explain(),
        policy.maxRetries());
  }

  static RetryContext situation(
      ClaimedJob job, Counters counters, Instant now, boolean deadLetterQueue) {
    Instant first = job.firstStartedAt() == null ? job.claimedAt() : job.firstStartedAt();
    Duration elapsed = Duration.between(first, now);
    return new RetryContext(
        counters.failures(),
        elapsed.isNegative() ? Duration.ZERO : elapsed,
        job.previousDelay(),
        job.deadline() == null ? null : Duration.between(now, job.deadline()),
        deadLetterQueue);
  }

  private static AttemptVerdict givenUp(
      AttemptStatus status,
      Failure failure,
      Counters counters,
      @Nullable QueueName deadLetters,
      String reason,
      int maxRetries) {
    return deadLetters == null
        ? new AttemptVerdict(
            status,
            failure,
            counters,
            new Finish(JobState.FAILED, null),
            Transition.GAVE_UP,
            reason,
            maxRetries)
        : new AttemptVerdict(
            status,
            failure,
            counters,
            new DeadLetterTo(deadLetters, reason),
            Transition.DEAD_LETTERED,
            reason,
            maxRetries);
  }

  /** As {@link #settle(RunningJob, EngineConfig)} for what ran in another process until now. */
  Settlement settle(ClaimedJob job, WorkerId worker, Instant now) {
    Duration duration = Duration.between(job.claimedAt(), now);
    return settle(job, worker, job.claimedAt(), duration.isNegative() ? Duration.ZERO : duration);
  }

  /** As {@link #settle(RunningJob, EngineConfig)} for what was never started. */
  Settlement settleUnstarted(ClaimedJob job, WorkerId worker) {
    return settle(job, worker, null, null);
  }

  private Settlement settle(
      ClaimedJob job, WorkerId worker, @Nullable Instant startedAt, @Nullable Duration duration) {
    return new Settlement(
        job,
        worker,
        status,
        startedAt,
        duration,
        failure,
        counters,
        next,
        transition,
        explanation,
        List.of(),
        null);
  }

  Settlement settle(RunningJob running, EngineConfig config) {
    return new Settlement(
        running.job,
        config.worker(),
        status,
        running.startedAt(),
        running.duration(),
        failure,
        counters,
        next,
        transition,
        explanation,
        running.log(),
        running.progress());
  }
}
