package io.taskforge.engine;

import io.taskforge.engine.log.LogFields;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.Run;
import io.taskforge.job.TraceContext;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import io.taskforge.trace.TracedAttempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Runs handlers, and settles each started job exactly once: with what its handler returned or
 * threw, or without waiting for it.
 */
final class Runner {
  private static final Duration BETWEEN_GROUPS = Duration.ofMillis(100);
  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);

  private final EngineConfig config;
  private final EngineEnvironment environment;
  private final JobStore store;
  private final Verdicts verdicts;
  private final RunningJobs jobs;
  private final HandlerThreads threads;
  private final Prefetch prefetch;
  private final Consumer<Settlement> settled;
  private final Destinations destinations;
  private final DestinationVerdicts judged;
  private final Quarantine quarantine;
  private long nextSuspect = Long.MIN_VALUE; // only refuse() touches it
  private volatile boolean closing;
  private volatile boolean quiet;

  Runner(
      EngineConfig config,
      EngineEnvironment environment,
      JobStore store,
      Verdicts verdicts,
      RunningJobs jobs,
      HandlerThreads threads,
      Prefetch prefetch,
      Consumer<Settlement> settled,
      Destinations destinations) {
    this.config = config;
    this.environment = environment;
    this.store = store;
    this.verdicts = verdicts;
    this.jobs = jobs;
    this.threads = threads;
    this.prefetch = prefetch;
    this.settled = settled;
    this.destinations = destinations;
    this.judged =
        new DestinationVerdicts(
            destinations,
            verdicts,
            environment.ticker(),
            (running, run, verdict) -> settled.accept(settlement(running, run, verdict)));
    destinations.whenDecided(judged::decide);
    this.quarantine = new Quarantine(store, config.failures().maxLostLeases());
  }

  /** Starts no more jobs: those that wait, and those of a claim that returns now, are requeued. */
  void close() {
    closing = true;
    giveBack(HandlerRun.Stop.SHUTDOWN);
  }

  /** Settles the failures that wait for a decision on their destination. */
  void decideAll() {
    judged.close();
  }

  /**
   * Starts no more jobs while {@code on}: those that were prefetched, and those of a claim that
   * returns now, are requeued.
   */
  void quiet(boolean on) {
    quiet = on;
    if (on) {
      giveBack(HandlerRun.Stop.QUIET);
    }
  }

  /** Whether jobs may be claimed for it. */
  boolean takesJobs() {
    return !closing && !quiet;
  }

  /** Returns the jobs of a claim that {@link Quarantine} does not admit. */
  Set<JobId> refused(List<ClaimedJob> claimed) {
    Set<JobId> refused = new HashSet<>();
    List<ClaimedJob> admitted = new ArrayList<>();
    for (ClaimedJob job : claimed) {
      if (!quarantine.isSuspect(job)) {
        continue;
      }
      if (quarantine.admits(job, Stream.concat(jobs.claimed(), admitted.stream()))) {
        admitted.add(job);
      } else {
        refused.add(job.id());
      }
    }
    return refused;
  }

  /** A job that was refused goes back for a moment. */
  void refuse(ClaimedJob job, Destinations.@Nullable Call call) {
    if (call != null) {
      destinations.ended(call);
    }
    settled.accept(
        new Settlement(
            job,
            config.worker(),
            Run.NEVER_STARTED,
            AttemptRules.awaitsQuarantine(job, untilQuarantine(job))));
  }

  /**
   * Starts a job, or holds it until a place is free; false if there is no thread for it, and it is
   * requeued.
   *
   * @param call its call to its destination; null if it has none
   */
  boolean start(ClaimedJob job, Destinations.@Nullable Call call) {
    RunningJob running = new RunningJob(job, call, environment.ticker());
    jobs.add(running);
    return startWaiting();
  }

  /**
   * Groups of suspects come back one after the other, so that most find their place free. One that
   * did not waits longer each time: the suspects before it may take long.
   */
  private Duration untilQuarantine(ClaimedJob suspect) {
    long now = environment.ticker().getAsLong();
    nextSuspect =
        Math.max(nextSuspect, now) + BETWEEN_GROUPS.toNanos() / quarantine.groupOf(suspect);
    Duration again =
        BETWEEN_GROUPS.multipliedBy(1 + Math.min(suspect.counters().interruptions(), 49));
    Duration turn = Duration.ofNanos(nextSuspect - now);
    return turn.compareTo(again) < 0 ? again : turn;
  }

  /** Requeues the jobs that wait for a place. */
  void giveBack(HandlerRun.Stop reason) {
    for (RunningJob next = jobs.next(Integer.MAX_VALUE);
        next != null;
        next = jobs.next(Integer.MAX_VALUE)) {
      requeue(next, reason);
    }
  }

  private boolean startWaiting() {
    if (!takesJobs()) {
      giveBack(closing ? HandlerRun.Stop.SHUTDOWN : HandlerRun.Stop.QUIET);
      return true;
    }
    int places = config.serving().concurrency();
    for (RunningJob next = jobs.next(places); next != null; next = jobs.next(places)) {
      if (!launch(next)) {
        giveBack(HandlerRun.Stop.NO_THREAD);
        return false;
      }
    }
    return true;
  }

  private boolean launch(RunningJob running) {
    try {
      threads.run(() -> run(running));
      return true;
    } catch (Throwable e) { // the machine has no more threads, or the pool is closed
      LogFields.job(LOG.atError(), running.job.identity(), running.job.attempt())
          .setCause(e)
          .log("job {} could not be started and goes back to its queue", running.job.id());
      requeue(running, HandlerRun.Stop.NO_THREAD);
      return false;
    }
  }

  private void requeue(RunningJob running, HandlerRun.Stop reason) {
    running.stop(reason);
    settle(running, verdicts.interrupted(running));
  }

  private void run(RunningJob running) {
    try {
      settle(running, verdictOf(running));
    } catch (Throwable e) { // nothing that a handler or its payload does may end the worker
      loseOnce(running, e);
    }
    boolean ignored = startWaiting();
  }

  private Verdict verdictOf(RunningJob running) {
    if (running.stopReason() == null && Verdicts.isPastDeadline(running.job, running.storeNow())) {
      return verdicts.pastDeadline(running.job);
    }
    Destinations.Call claimed = running.claimed();
    Destinations.Call call = claimed == null ? null : claimed.to().call();
    if (call != null && destinations.isClosed(call, running)) {
      running.stop(HandlerRun.Stop.HELD);
    }
    if (!running.begin()) {
      return verdicts.interrupted(running);
    }
    running.call(call);
    Map<String, String> around = MDC.getCopyOfContextMap();
    MDC.setContextMap(logContext(running.job));
    try {
      ClaimedJob job = running.job;
      return config
          .handling()
          .tracing()
          .process(
              new TracedAttempt(job.identity(), job.attempt(), job.trace()),
              trace -> verdictOf(running, trace));
    } finally {
      if (around == null) {
        MDC.clear();
      } else {
        MDC.setContextMap(around);
      }
      running.end();
    }
  }

  private static Map<String, String> logContext(ClaimedJob job) {
    return Map.of(
        "jobId", job.id().toString(),
        "tenantId", job.tenant().value(),
        "type", job.type().value());
  }

  private Verdict verdictOf(RunningJob running, @Nullable TraceContext trace) {
    try {
      return verdicts.returned(running, handle(running, trace));
    } catch (Throwable thrown) { // whatever a handler throws, only its attempt has failed
      return verdicts.threw(running, thrown);
    }
  }

  private Outcome handle(RunningJob running, @Nullable TraceContext trace) throws Exception {
    HandlerRegistration<?> registration =
        Objects.requireNonNull(config.handling().handlers().get(running.job.type()), "handler");
    return call(registration, new HandlerContext(running, store, config, trace), running.job);
  }

  private <T> Outcome call(
      HandlerRegistration<T> registration, HandlerContext context, ClaimedJob job)
      throws Exception {
    T payload = config.handling().codec().read(job.payload(), registration.payload());
    Outcome outcome = registration.handler().handle(payload, context);
    return Objects.requireNonNull(outcome, "the handler returned null, not an Outcome");
  }

  boolean isOverdue(RunningJob running) {
    return running.runsLongerThan(verdicts.timeoutOf(running.job));
  }

  /** Settles a job whose handler does not return, so that the worker can continue without it. */
  void abandon(RunningJob running) {
    if (!running.isSettled()) {
      threads.abandoned();
      if (running.hasCalledExit()) {
        // Requeued at no cost, it would shut down one worker after the other.
        loseOnce(running, new IllegalStateException("the handler called System.exit"));
      } else {
        settle(running, verdicts.stopped(running));
      }
      boolean ignored = startWaiting();
    }
  }

  private void settle(RunningJob running, Verdict verdict) {
    if (!running.settleOnce()) {
      return;
    }
    try {
      // Before the slot is freed: a shutdown that waits for the last slot waits for its result too.
      judged.settle(running, verdict);
    } catch (Throwable e) { // out of memory, most likely
      lose(running, e);
    } finally {
      // After the result was handed over: a shutdown that waits for the last place must see it.
      jobs.vacate(running);
    }
  }

  /**
   * The result to commit. A handler whose own transaction completed the job has nothing left to
   * commit, so this is what applies if that transaction was rolled back.
   */
  private Settlement settlement(RunningJob running, Run run, Verdict verdict) {
    boolean completed =
        running.isCompletedInTransaction() && verdict.status() == AttemptStatus.SUCCEEDED;
    if (verdict.failure() != null) {
      // Here and not in the store: this may be one of many threads, the Committer has only one.
      FailureFingerprint ignored = verdict.failure().fingerprint();
    }
    if (run.duration() != null) {
      prefetch.ran(run.duration(), running.job.payload().length());
    }
    return new Settlement(
        running.job, config.worker(), run, completed ? verdicts.rolledBack(running) : verdict);
  }

  private void loseOnce(RunningJob running, Throwable why) {
    if (running.settleOnce()) {
      lose(running, why);
      jobs.vacate(running);
    }
  }

  /**
   * Without a heartbeat its lease expires: the job is rescued, and counts towards the lost-lease
   * limit.
   */
  private void lose(RunningJob running, Throwable why) {
    jobs.remove(running.job.lease());
    LogFields.job(LOG.atError(), running.job.identity(), running.job.attempt())
        .setCause(why)
        .log("the result of job {} is lost; its lease will expire", running.job.id());
  }
}
