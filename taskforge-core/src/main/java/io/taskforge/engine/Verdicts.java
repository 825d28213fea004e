package io.taskforge.engine;

import io.taskforge.destination.DestinationId;
import io.taskforge.destination.RetryBudget;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Outcome;
import io.taskforge.job.Payload;
import io.taskforge.job.StoreException;
import io.taskforge.job.Verdict;
import io.taskforge.queue.QueueSettings;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteOutcome;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.ClaimedJob;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides the verdict on what a handler returned, threw or failed to do, by the failure classifier,
 * the nearest policy and the queue's settings. Nothing that a handler does makes it throw, short of
 * an exhausted JVM: every attempt gets a verdict.
 */
record Verdicts(
    EngineConfig config,
    QueueCatalog queues,
    RandomGenerator random,
    Destinations destinations,
    RetryBudgets budgets) {
  private static final ErrorType DEADLINE_PASSED = ErrorType.of("deadline_passed");
  private static final ErrorType RESULT_NOT_KEPT = ErrorType.of("result_not_kept");
  private static final ErrorType ROLLED_BACK = ErrorType.of("transaction_rolled_back");
  private static final ErrorType UNREADABLE = ErrorType.of("unreadable_exception");

  static boolean isPastDeadline(ClaimedJob job, Instant now) {
    return job.deadline() != null && now.isAfter(job.deadline());
  }

  Verdict pastDeadline(ClaimedJob job) {
    Failure failure =
        Failure.of(DEADLINE_PASSED, FailureKind.PERMANENT, "deadline " + job.deadline());
    return AttemptRules.pastDeadline(job, failure, settings(job));
  }

  Verdict returned(RunningJob running, Outcome outcome) {
    ClaimedJob job = running.job;
    if (outcome instanceof Outcome.Done done) {
      return succeeded(job, kept(done.result()));
    }
    if (outcome instanceof Outcome.Snooze snooze) {
      return snoozed(job, snooze.delay(), snooze.reason());
    }
    if (outcome instanceof Outcome.Discard discard) {
      return AttemptRules.discarded(job, discard.reason(), kept(discard.result()));
    }
    if (outcome instanceof Outcome.DeadLettered dead) {
      return deadLettered(job, dead.reason());
    }
    Outcome.RetryIn retry = (Outcome.RetryIn) outcome;
    return failed(
        running,
        config
            .failures()
            .classifier()
            .classify(ReportedError.of(retry.type()), retry.message())
            .withRequestedDelay(retry.delay()));
  }

  private Verdict succeeded(ClaimedJob job, @Nullable Payload result) {
    if (job.counters().failures() == 0) {
      budgets.firstAttempt(job.queue(), settings(job).retryBudget());
    }
    return AttemptRules.succeeded(job, result);
  }

  private Verdict deadLettered(ClaimedJob job, String reason) {
    return AttemptRules.deadLetteredByHandler(job, reason, settings(job));
  }

  /** The work is done: repeating it would not make its result valid. */
  private @Nullable Payload kept(@Nullable Object result) {
    try {
      return result == null ? null : new Payload(config.handling().codec().write(result));
    } catch (Exception | StackOverflowError e) {
      throw HandlerFailure.of(
              RESULT_NOT_KEPT,
              "the handler returned, but its result can't be kept: " + classified(e).message())
          .kind(FailureKind.PERMANENT)
          .causedBy(e)
          .doNotRetry();
    }
  }

  Verdict threw(RunningJob running, Throwable thrown) {
    HandlerRun.Stop stop = running.stopReason();
    if (stop == null) {
      return failed(running, classified(thrown));
    }
    return stopped(running);
  }

  /** The verdict on a handler that was asked to stop, whether it did or not. */
  Verdict stopped(RunningJob running) {
    return running.stopReason() == HandlerRun.Stop.TIMEOUT
        ? failed(running, timeout(running.job))
        : interrupted(running);
  }

  Verdict interrupted(RunningJob running) {
    HandlerRun.Stop stop = running.stopReason();
    if (stop == HandlerRun.Stop.CANCELLED) {
      return AttemptRules.cancelled(running.job, running.hasStarted());
    }
    String why =
        switch (stop == null ? HandlerRun.Stop.SHUTDOWN : stop) {
          case LEASE_LOST -> "its worker could not hold its lease";
          case QUIET -> "its worker was quieted";
          case NO_THREAD -> "its worker had no thread for it";
          case NO_PLACE -> "its worker prefetched it and had no free place in time";
          case HELD -> "its destination is down";
          default -> "its worker was shut down";
        };
    return AttemptRules.interrupted(running.job, running.hasStarted(), why, settings(running.job));
  }

  /** The verdict if the handler's transaction, which completed the job, was rolled back. */
  Verdict rolledBack(RunningJob running) {
    return failed(
        running,
        Failure.of(
            ROLLED_BACK,
            FailureKind.TRANSIENT,
            "job " + running.job.id() + " was completed in a transaction that was not committed"));
  }

  private Verdict snoozed(ClaimedJob job, Duration delay, @Nullable String reason) {
    return AttemptRules.snoozed(job, delay, reason, settings(job));
  }

  /** The verdict on what a worker in another process reports. */
  Verdict reported(ClaimedJob job, RemoteOutcome outcome, Instant now) {
    if (outcome instanceof RemoteOutcome.Completed completed) {
      return succeeded(job, completed.result());
    }
    if (outcome instanceof RemoteOutcome.Failed failed) {
      return reported(job, failed.failure(), now);
    }
    if (outcome instanceof RemoteOutcome.Snoozed snoozed) {
      return snoozed(job, snoozed.delay(), snoozed.reason());
    }
    if (outcome instanceof RemoteOutcome.Discarded discarded) {
      return AttemptRules.discarded(job, discarded.reason(), discarded.result());
    }
    if (outcome instanceof RemoteOutcome.DeadLettered dead) {
      return deadLettered(job, dead.reason());
    }
    boolean started = ((RemoteOutcome.Released) outcome).started();
    return job.cancelRequested()
        ? AttemptRules.cancelled(job, started)
        : AttemptRules.interrupted(job, started, "released by its worker", settings(job));
  }

  private Verdict reported(ClaimedJob job, RemoteFailure reported, Instant now) {
    if (job.cancelRequested()) {
      return AttemptRules.cancelled(job, true);
    }
    Failure failure = config.failures().classifier().classify(reported.error(), reported.message());
    Set<ErrorType> names = new HashSet<>(failure.alsoKnownAs());
    names.addAll(reported.alsoKnownAs());
    failure =
        failure
            .withAlsoKnownAs(names)
            .withRetryAfter(reported.retryAfter())
            .withRequestedDelay(reported.retryIn())
            .withStackTrace(reported.stackTrace() == null ? "" : reported.stackTrace());
    return failed(
        job, reported.isRetryForbidden() ? failure.withRetryForbidden() : failure, now, true);
  }

  private Verdict failed(RunningJob running, Failure failure) {
    return failed(running.job, failure, running.storeNow(), running.hasStarted());
  }

  private Verdict failed(ClaimedJob job, Failure failure, Instant now, boolean started) {
    QueueSettings queue = settings(job);
    try {
      Instant first = job.firstStartedAt() == null ? job.claimedAt() : job.firstStartedAt();
      Duration held = destinations.held(job, first, now);
      return withinBudget(
          job, AttemptRules.failed(job, failure, policy(job), now, held, queue, random), queue);
    } catch (StoreException e) {
      // A policy name that is not in the cache, and an unreachable store: this must not end the
      // job.
      return AttemptRules.interrupted(
          job, started, "its retry policy could not be looked up: " + e.getMessage(), queue);
    } catch (Throwable e) { // an unknown name, or a policy or strategy that can't be used
      return AttemptRules.failedForGood(
          job, failure, "its retry policy can't be used: " + classified(e).message(), queue);
    }
  }

  /** The verdict on a failure that was caused by the job's destination. */
  Verdict refunded(
      ClaimedJob job, Instant now, Failure failure, DestinationId id, Verdict charged) {
    try {
      return AttemptRules.refunded(job, failure, policy(job), now, id.name(), charged);
    } catch (RuntimeException e) { // a policy that can't be read or used
      return charged;
    }
  }

  /** Postpones a retry that is beyond its queue's retry budget. */
  private Verdict withinBudget(ClaimedJob job, Verdict verdict, QueueSettings queue) {
    RetryBudget budget = queue.retryBudget();
    Duration delay = verdict.delay();
    if (job.counters().failures() == 0) {
      budgets.firstAttempt(job.queue(), budget);
    }
    if (budget == null || delay == null) {
      return verdict;
    }
    Duration allowed = budgets.delay(job.queue(), budget, delay);
    return allowed.equals(delay)
        ? verdict
        : verdict
            .withDelay(allowed)
            .explained(
                "postponed to %s by the queue's retry budget of %s"
                    .formatted(DurationText.forPeople(allowed), budget));
  }

  private Failure classified(Throwable thrown) {
    try {
      return config.failures().classifier().classify(thrown);
    } catch (Throwable broken) { // an exception can override the methods that read it
      return Failure.of(
          UNREADABLE,
          FailureKind.TRANSIENT,
          thrown.getClass().getName() + " can't be read: " + broken.getClass().getName());
    }
  }

  private RetryPolicy policy(ClaimedJob job) {
    return new NearestPolicy(config, queues)
        .of(job.retryPolicy(), job.type(), settings(job))
        .policy();
  }

  Duration timeoutOf(ClaimedJob job) {
    if (job.timeout() != null) {
      return job.timeout();
    }
    HandlerRegistration<?> registration = config.handling().handlers().get(job.type());
    return registration == null || registration.timeout() == null
        ? config.handling().timeout()
        : registration.timeout();
  }

  private Failure timeout(ClaimedJob job) {
    return Failure.of(
        Errors.TIMEOUT,
        FailureKind.TRANSIENT,
        "ran longer than " + DurationText.forPeople(timeoutOf(job)));
  }

  private QueueSettings settings(ClaimedJob job) {
    return queues.settings(job.queue());
  }
}
