package io.taskforge.engine;

import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.ErrorType;
import io.taskforge.retry.Errors;
import io.taskforge.retry.Failure;
import io.taskforge.retry.FailureKind;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Runs handlers and turns what they return or throw into settlements. */
final class Runner {
  private static final ErrorType ROLLED_BACK = ErrorType.of("transaction_rolled_back");

  private final EngineConfig config;
  private final EngineSeams seams;
  private final JobStore store;
  private final QueueCatalog queues;
  private final RunningJobs jobs;
  private final HandlerThreads threads;
  private final Consumer<Pending> settled;
  private final Runnable placeFreed;

  Runner(
      EngineConfig config,
      EngineSeams seams,
      JobStore store,
      QueueCatalog queues,
      RunningJobs jobs,
      HandlerThreads threads,
      Consumer<Pending> settled,
      Runnable placeFreed) {
    this.config = config;
    this.seams = seams;
    this.store = store;
    this.queues = queues;
    this.jobs = jobs;
    this.threads = threads;
    this.settled = settled;
    this.placeFreed = placeFreed;
  }

  void start(ClaimedJob job) {
    RunningJob running = new RunningJob(job, seams.ticker());
    jobs.add(running);
    threads.run(() -> run(running));
  }

  private void run(RunningJob running) {
    try {
      if (!running.begin()) {
        settle(running, interrupted(running));
        return;
      }
      AttemptVerdict verdict;
      try {
        verdict = verdictOf(running);
      } finally {
        running.end();
      }
      settle(running, verdict);
    } catch (Throwable e) { // nothing that a handler or its payload does may cost the worker
      settle(
          running,
          AttemptVerdict.failedForGood(
              running.job,
              config.classifier().classify(e),
              "could not be settled",
              deadLetters(running)));
    }
  }

  private AttemptVerdict verdictOf(RunningJob running) {
    ClaimedJob job = running.job;
    if (job.deadline() != null && running.storeNow().isAfter(job.deadline())) {
      Failure failure =
          Failure.of(
              ErrorType.of("deadline_passed"), FailureKind.PERMANENT, "deadline " + job.deadline());
      return AttemptVerdict.failedForGood(
          job, failure, "its deadline had passed", deadLetters(running));
    }
    MDC.put("jobId", job.id().toString());
    MDC.put("tenantId", job.tenant().value());
    MDC.put("jobType", job.type().value());
    try {
      return returned(running, handle(running));
    } catch (Throwable thrown) { // B5: whatever a handler throws, it has failed, and nothing more
      return threw(running, thrown);
    } finally {
      MDC.remove("jobId");
      MDC.remove("tenantId");
      MDC.remove("jobType");
    }
  }

  private Outcome handle(RunningJob running) throws Exception {
    HandlerRegistration<?> registration =
        Objects.requireNonNull(config.handlers().get(running.job.type()), "handler");
    return call(registration, running);
  }

  private <T> Outcome call(HandlerRegistration<T> registration, RunningJob running)
      throws Exception {
    T payload = config.codec().read(running.job.payload(), registration.payload());
    Outcome outcome =
        registration.handler().handle(payload, new HandlerContext(running, store, config));
    return Objects.requireNonNull(outcome, "the handler returned null, not an Outcome");
  }

  private AttemptVerdict returned(RunningJob running, Outcome outcome) {
    ClaimedJob job = running.job;
    QueueName deadLetters = deadLetters(running);
    if (outcome instanceof Outcome.Done done) {
      Object result = done.result();
      return AttemptVerdict.succeeded(
          job, result == null ? null : new Payload(config.codec().write(result)));
    }
    if (outcome instanceof Outcome.Snooze snooze) {
      return AttemptVerdict.snoozed(job, snooze.delay(), deadLetters);
    }
    if (outcome instanceof Outcome.Discard discard) {
      return AttemptVerdict.discarded(job, discard.reason());
    }
    if (outcome instanceof Outcome.DeadLettered dead) {
      return AttemptVerdict.deadLetteredByHandler(job, dead.reason(), deadLetters);
    }
    Outcome.RetryIn retry = (Outcome.RetryIn) outcome;
    return failed(
        running,
        config
            .classifier()
            .classify(retry.type(), retry.message())
            .withRequestedDelay(retry.delay()));
  }

  private AttemptVerdict threw(RunningJob running, Throwable thrown) {
    RunningJob.Stop stop = running.stopReason();
    if (stop == RunningJob.Stop.CANCELLED) {
      return AttemptVerdict.cancelled(running.job);
    }
    if (stop == RunningJob.Stop.SHUTDOWN || stop == RunningJob.Stop.LEASE_LOST) {
      return interrupted(running);
    }
    return failed(
        running,
        stop == RunningJob.Stop.TIMEOUT
            ? timeout(running.job)
            : config.classifier().classify(thrown));
  }

  private AttemptVerdict failed(RunningJob running, Failure failure) {
    ClaimedJob job = running.job;
    QueueName deadLetters = deadLetters(running);
    try {
      return AttemptVerdict.failed(
          job, failure, policy(job), running.storeNow(), deadLetters, seams.random());
    } catch (
        RuntimeException
            e) { // an unreadable stored policy, or a strategy of the user's that throws
      return AttemptVerdict.failedForGood(
          job, failure, "its retry policy can't be used: " + e.getMessage(), deadLetters);
    }
  }

  /** The nearest policy: the job's own, its type's, its queue's, or the default. */
  private RetryPolicy policy(ClaimedJob job) {
    HandlerRegistration<?> registration = config.handlers().get(job.type());
    return EffectivePolicy.nearest(
            job.retryPolicy() == null ? null : config.policyJson().read(job.retryPolicy()),
            registration == null ? null : registration.retryPolicy(),
            queues.settings(job.queue()).retryPolicy(),
            config.defaultPolicy())
        .policy();
  }

  private AttemptVerdict interrupted(RunningJob running) {
    RunningJob.Stop stop = running.stopReason();
    if (stop == RunningJob.Stop.CANCELLED) {
      return AttemptVerdict.cancelled(running.job);
    }
    String why =
        stop == RunningJob.Stop.LEASE_LOST
            ? "its worker could not hold its lease"
            : "its worker was shut down";
    return AttemptVerdict.interrupted(running.job, running.hasStarted(), why, deadLetters(running));
  }

  /** Settles a job whose handler does not come back, so that the worker can go on without it. */
  void abandon(RunningJob running) {
    if (running.isSettled()) {
      return;
    }
    RunningJob.Stop stop = running.stopReason();
    AttemptVerdict verdict =
        stop == RunningJob.Stop.TIMEOUT
            ? failed(running, timeout(running.job))
            : interrupted(running);
    threads.abandoned();
    settle(running, verdict);
  }

  Duration timeoutOf(ClaimedJob job) {
    if (job.timeout() != null) {
      return job.timeout();
    }
    HandlerRegistration<?> registration = config.handlers().get(job.type());
    return registration == null || registration.timeout() == null
        ? config.timeout()
        : registration.timeout();
  }

  private Failure timeout(ClaimedJob job) {
    return Failure.of(
        Errors.TIMEOUT,
        FailureKind.TRANSIENT,
        "ran longer than " + DurationText.forPeople(timeoutOf(job)));
  }

  private @Nullable QueueName deadLetters(RunningJob running) {
    return queues.settings(running.job.queue()).deadLetterQueue();
  }

  private void settle(RunningJob running, AttemptVerdict verdict) {
    if (!running.settleOnce()) {
      return;
    }
    boolean confirms = running.isCompletedInTransaction();
    AttemptVerdict written = confirms ? notCommittedAfterAll(running) : verdict;
    jobs.vacate(running);
    settled.accept(
        new Pending(written.settle(running, config), running, written.maxRetries(), confirms));
    placeFreed.run();
  }

  /** What holds if the handler's transaction, which completed the job, was rolled back. */
  private AttemptVerdict notCommittedAfterAll(RunningJob running) {
    JobId id = running.job.id();
    return failed(
        running,
        Failure.of(
            ROLLED_BACK,
            FailureKind.TRANSIENT,
            "job " + id + " was completed in a transaction that was not committed"));
  }
}
