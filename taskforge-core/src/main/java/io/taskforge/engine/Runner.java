package io.taskforge.engine;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Outcome;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Runs handlers, and settles each job that was started once: by what its handler returned or threw,
 * or without it.
 */
final class Runner {
  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);

  private final EngineConfig config;
  private final EngineEnvironment seams;
  private final JobStore store;
  private final Judge judge;
  private final RunningJobs jobs;
  private final HandlerThreads threads;
  private final Consumer<Pending> settled;
  private final Runnable placeFreed;
  private volatile boolean closing;

  Runner(
      EngineConfig config,
      EngineEnvironment seams,
      JobStore store,
      Judge judge,
      RunningJobs jobs,
      HandlerThreads threads,
      Consumer<Pending> settled,
      Runnable placeFreed) {
    this.config = config;
    this.seams = seams;
    this.store = store;
    this.judge = judge;
    this.jobs = jobs;
    this.threads = threads;
    this.settled = settled;
    this.placeFreed = placeFreed;
  }

  /** Starts nothing more: a claim that comes back now goes straight to its queue again. */
  void close() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }

  /** Starts a job; false if there is no thread for it, and it goes back to its queue. */
  boolean start(ClaimedJob job) {
    RunningJob running = new RunningJob(job, seams.ticker());
    jobs.add(running);
    if (closing) {
      running.stop(RunningJob.Stop.SHUTDOWN);
      settle(running, judge.interrupted(running));
      return true;
    }
    try {
      threads.run(() -> run(running));
      return true;
    } catch (Throwable e) { // the machine has no more threads, or the pool is closed
      LOG.error("job {} could not be started and goes back to its queue", job.id(), e);
      running.stop(RunningJob.Stop.NO_THREAD);
      settle(running, judge.interrupted(running));
      return false;
    }
  }

  private void run(RunningJob running) {
    try {
      settle(running, verdictOf(running));
    } catch (Throwable e) { // nothing that a handler or its payload does may cost the worker
      if (running.settleOnce()) {
        lose(running, e);
        vacate(running);
      }
    }
  }

  private AttemptVerdict verdictOf(RunningJob running) {
    if (running.stopReason() == null && Judge.isPastDeadline(running.job, running.storeNow())) {
      return judge.pastDeadline(running.job);
    }
    if (!running.begin()) {
      return judge.interrupted(running);
    }
    MDC.put("jobId", running.job.id().toString());
    MDC.put("tenantId", running.job.tenant().value());
    MDC.put("jobType", running.job.type().value());
    try {
      return judge.returned(running, handle(running));
    } catch (Throwable thrown) { // B5: whatever a handler throws, it has failed, and nothing more
      return judge.threw(running, thrown);
    } finally {
      MDC.remove("jobId");
      MDC.remove("tenantId");
      MDC.remove("jobType");
      running.end();
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

  boolean isOverdue(RunningJob running) {
    return running.runsLongerThan(judge.timeoutOf(running.job));
  }

  /** Settles a job whose handler does not come back, so that the worker can go on without it. */
  void abandon(RunningJob running) {
    if (!running.isSettled()) {
      threads.abandoned();
      settle(running, judge.stopped(running));
    }
  }

  private void settle(RunningJob running, AttemptVerdict verdict) {
    if (!running.settleOnce()) {
      return;
    }
    try {
      settled.accept(pending(running, verdict));
    } catch (Throwable e) { // out of memory, most likely
      lose(running, e);
    } finally {
      // After the result was handed over: whoever waits for the last place waits for that too.
      vacate(running);
    }
  }

  private Pending pending(RunningJob running, AttemptVerdict verdict) {
    boolean confirms = running.isCompletedInTransaction();
    AttemptVerdict written =
        confirms && verdict.status() == AttemptStatus.SUCCEEDED
            ? judge.rolledBack(running)
            : verdict;
    return new Pending(written.settle(running, config), running, written.maxRetries(), confirms);
  }

  /** Without a heartbeat its lease runs out, and the job is rescued as lost, which is limited. */
  private void lose(RunningJob running, Throwable why) {
    jobs.remove(running);
    LOG.error("the result of job {} is lost; its lease will run out", running.job.id(), why);
  }

  private void vacate(RunningJob running) {
    jobs.vacate(running);
    placeFreed.run();
  }
}
