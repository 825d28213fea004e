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
import io.taskforge.job.Verdict;
import io.taskforge.job.Verdict.DeadLetterTo;
import io.taskforge.job.Verdict.Finish;
import io.taskforge.job.Verdict.RunAgain;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.GiveUpReason;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.ClaimedJob;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on each way in which an attempt can end. Pure functions: no store, clock or thread.
 */
final class AttemptRules {
  private static final ErrorType WORKER_LOST = ErrorType.of("worker_lost");
  private static final ErrorType INTERRUPTED = ErrorType.of("interrupted");
  private static final ErrorType SNOOZED = ErrorType.of("snoozed");
  private static final ErrorType DEAD_LETTERED = ErrorType.of("dead_lettered_by_handler");
  private static final String OUTCOME_UNKNOWN =
      "outcome unknown: AT_MOST_ONCE is never started twice";

  // Remote workers may hold several suspects; there must be an end to it all the same.
  private static final int LOST_IN_COMPANY = 4;

  // As long as a job may be delayed when it is enqueued; later times cannot be stored.
  private static final Duration LONGEST_SNOOZE = Duration.ofDays(36_500);

  // If a policy allows no more retries, and so has no delay for one.
  private static final Duration REFUNDED_DELAY = Duration.ofSeconds(1);

  private AttemptRules() {}

  static Verdict succeeded(ClaimedJob job, @Nullable Payload result) {
    return Verdict.of(
        AttemptStatus.SUCCEEDED,
        Transition.COMPLETED,
        new Finish(JobState.SUCCEEDED, result),
        job.counters(),
        null,
        "");
  }

  static Verdict discarded(ClaimedJob job, String reason, @Nullable Payload result) {
    return Verdict.of(
        AttemptStatus.CANCELLED,
        Transition.DISCARDED,
        new Finish(JobState.CANCELLED, result),
        job.counters(),
        null,
        "discarded by its handler: " + reason);
  }

  static Verdict cancelled(ClaimedJob job, boolean started) {
    return cancelled(AttemptStatus.CANCELLED, job.counters(), null, started);
  }

  /** The verdict if a cancellation was requested and the job would have run again. */
  static Verdict cancelledInsteadOf(Verdict retry, boolean started) {
    return cancelled(AttemptStatus.CANCELLED, retry.counters(), retry.failure(), started);
  }

  private static Verdict cancelled(
      AttemptStatus status, Counters counters, @Nullable Failure failure, boolean started) {
    return Verdict.of(
        status,
        Transition.CANCELLED_BY_REQUEST,
        new Finish(JobState.CANCELLED, null),
        counters,
        failure,
        started ? "cancelled while it ran" : "cancelled before it started");
  }

  /** A snooze uses no retry, but an AT_MOST_ONCE job has had its one start. */
  static Verdict snoozed(
      ClaimedJob job, Duration delay, @Nullable String reason, QueueSettings queue) {
    String why = reason == null ? "" : ": " + reason;
    if (job.guarantee() == Guarantee.AT_MOST_ONCE) {
      String refused = "AT_MOST_ONCE can't be snoozed" + why;
      Failure failure = Failure.of(SNOOZED, FailureKind.PERMANENT, refused);
      return failedForGood(job, failure, failure.message(), queue);
    }
    return Verdict.of(
        AttemptStatus.SNOOZED,
        Transition.SNOOZED,
        new RunAgain(delay.compareTo(LONGEST_SNOOZE) < 0 ? delay : LONGEST_SNOOZE, false),
        job.counters(),
        null,
        "snoozed by its handler" + why);
  }

  /** A shutdown, or a lease that this worker may have lost: uses no retry if it can be repeated. */
  static Verdict interrupted(ClaimedJob job, boolean started, String why, QueueSettings queue) {
    Counters counters = job.counters().interrupted();
    if (started && job.guarantee() == Guarantee.AT_MOST_ONCE) {
      Failure failure = Failure.of(INTERRUPTED, FailureKind.TRANSIENT, why);
      return givenUp(
          AttemptStatus.INTERRUPTED,
          failure,
          counters,
          queue.deadLetterQueue(),
          OUTCOME_UNKNOWN,
          0);
    }
    return Verdict.of(
        AttemptStatus.INTERRUPTED,
        Transition.INTERRUPTED,
        new RunAgain(Duration.ZERO, false),
        counters,
        null,
        why);
  }

  /** It may be a poison message and waits until it can run in quarantine; uses no retry. */
  static Verdict awaitsQuarantine(ClaimedJob job, Duration pause) {
    return Verdict.of(
        AttemptStatus.INTERRUPTED,
        Transition.INTERRUPTED,
        new RunAgain(pause, false),
        job.counters().interrupted(),
        null,
        "it lost %d workers and waits until fewer such jobs are on its worker"
            .formatted(job.counters().lostLeases()));
  }

  /**
   * The worker's lease expired. The job runs again at once, unless it is AT_MOST_ONCE or a poison
   * message.
   *
   * @param blamed whether {@link Quarantine} blames it for the death of its worker
   */
  static Verdict lost(ClaimedJob job, int maxLostLeases, boolean blamed, QueueSettings queue) {
    Counters counters = job.counters().leaseLost();
    Failure failure =
        Failure.of(WORKER_LOST, FailureKind.TRANSIENT, "worker " + job.lostBy() + " fell silent");
    if (job.cancelRequested()) {
      return cancelled(AttemptStatus.LOST, counters, failure, true);
    }
    boolean once = job.guarantee() == Guarantee.AT_MOST_ONCE;
    int most = blamed ? maxLostLeases : maxLostLeases + LOST_IN_COMPANY;
    if (once || counters.lostLeases() >= most) {
      String reason =
          once ? OUTCOME_UNKNOWN : "poison: it lost " + counters.lostLeases() + " workers";
      return Verdict.of(
          AttemptStatus.LOST,
          Transition.LOST_FOR_GOOD,
          end(queue.deadLetterQueue(), reason),
          counters,
          failure,
          reason);
    }
    return Verdict.of(
        AttemptStatus.LOST,
        Transition.LEASE_LOST,
        new RunAgain(Duration.ZERO, false),
        counters,
        failure,
        counters.lostLeases() < maxLostLeases
            ? "its worker fell silent; lost lease %d of %d, no retry used"
                .formatted(counters.lostLeases(), maxLostLeases)
            : "its worker fell silent; lost lease %d, beside other suspects, no retry used"
                .formatted(counters.lostLeases()));
  }

  /** The handler asked for the dead letter queue, whatever the queue's settings dead-letter. */
  static Verdict deadLetteredByHandler(ClaimedJob job, String reason, QueueSettings queue) {
    Failure failure = Failure.of(DEAD_LETTERED, FailureKind.PERMANENT, reason);
    return failedForGood(job, failure, reason, queue.deadLetterQueue());
  }

  /** The deadline had passed before the start: no attempt has failed. */
  static Verdict pastDeadline(ClaimedJob job, Failure failure, QueueSettings queue) {
    return givenUp(
        AttemptStatus.FAILED,
        failure,
        job.counters(),
        queue.deadLetterQueue(GiveUpReason.DEADLINE),
        "its deadline had passed",
        0);
  }

  /** The attempt failed, and no retry policy applies. */
  static Verdict failedForGood(
      ClaimedJob job, Failure failure, String reason, QueueSettings queue) {
    boolean retryable = failure.kind() != FailureKind.PERMANENT && !failure.retryForbidden();
    GiveUpReason why = retryable ? GiveUpReason.RETRIES_EXHAUSTED : GiveUpReason.PERMANENT_FAILURE;
    return failedForGood(job, failure, reason, queue.deadLetterQueue(why));
  }

  private static Verdict failedForGood(
      ClaimedJob job, Failure failure, String reason, @Nullable QueueName deadLetters) {
    return givenUp(AttemptStatus.FAILED, failure, job.counters().failed(), deadLetters, reason, 0);
  }

  /** The attempt failed: the retry policy decides. */
  static Verdict failed(
      ClaimedJob job,
      Failure failure,
      RetryPolicy policy,
      Instant now,
      Duration held,
      QueueSettings queue,
      RandomGenerator random) {
    if (job.guarantee() == Guarantee.AT_MOST_ONCE) {
      return failedForGood(job, failure, "AT_MOST_ONCE is not retried", queue);
    }
    Counters counters = job.counters().failed();
    DeadLetterOn on = queue.deadLetterQueue() == null ? null : queue.deadLetterOn();
    RetryDecision decision =
        policy.decide(failure, situation(job, counters, now, held).deadLetterOn(on), random);
    if (decision instanceof RetryDecision.Retry retry) {
      return new Verdict(
          AttemptStatus.FAILED,
          Transition.RETRY_SCHEDULED,
          new RunAgain(retry.delay(), true),
          counters,
          failure,
          retry.explain(),
          policy.maxRetries());
    }
    return givenUp(
        AttemptStatus.FAILED,
        failure,
        counters,
        decision instanceof RetryDecision.DeadLetter ? queue.deadLetterQueue() : null,
        decision.explain(),
        policy.maxRetries());
  }

  /**
   * The attempt failed because the job's destination is down: it uses no retry, and the time limit
   * does not apply. A deadline and lists of failures that are not retried do.
   *
   * @param charged the verdict if the destination were not down
   */
  static Verdict refunded(
      ClaimedJob job,
      Failure failure,
      RetryPolicy policy,
      Instant now,
      String destination,
      Verdict charged) {
    if (!(charged.next() instanceof RunAgain) && !isExhausted(job, failure, policy, now)) {
      return charged;
    }
    Duration delay = charged.next() instanceof RunAgain again ? again.delay() : REFUNDED_DELAY;
    return new Verdict(
        AttemptStatus.FAILED,
        Transition.REFUNDED,
        new RunAgain(delay, false),
        job.counters(),
        failure,
        "destination %s is down: no retry used, runs again in %s at the earliest"
            .formatted(destination, DurationText.forPeople(delay)),
        policy.maxRetries());
  }

  /** Whether the number of retries or the time limit is all that keeps it from being retried. */
  private static boolean isExhausted(
      ClaimedJob job, Failure failure, RetryPolicy policy, Instant now) {
    RetryContext context =
        RetryContext.afterFailures(job.counters().failures() + 1)
            .untilDeadline(job.deadline() == null ? null : Duration.between(now, job.deadline()));
    GiveUpReason reason = policy.recommend(failure, context).reason();
    return reason == null
        || reason == GiveUpReason.RETRIES_EXHAUSTED
        || reason == GiveUpReason.TIME_EXHAUSTED;
  }

  private static RetryContext situation(
      ClaimedJob job, Counters counters, Instant now, Duration held) {
    Instant first = job.firstStartedAt() == null ? job.claimedAt() : job.firstStartedAt();
    Duration elapsed = Duration.between(first, now).minus(held);
    return RetryContext.afterFailures(counters.failures())
        .elapsed(elapsed.isNegative() ? Duration.ZERO : elapsed)
        .previousDelay(job.previousDelay())
        .untilDeadline(job.deadline() == null ? null : Duration.between(now, job.deadline()));
  }

  private static Verdict givenUp(
      AttemptStatus status,
      Failure failure,
      Counters counters,
      @Nullable QueueName deadLetters,
      String reason,
      int maxRetries) {
    return new Verdict(
        status,
        deadLetters == null ? Transition.GAVE_UP : Transition.DEAD_LETTERED,
        end(deadLetters, reason),
        counters,
        failure,
        reason,
        maxRetries);
  }

  private static Verdict.Next end(@Nullable QueueName deadLetters, String reason) {
    return deadLetters == null
        ? new Finish(JobState.FAILED, null)
        : new DeadLetterTo(deadLetters, reason);
  }
}
