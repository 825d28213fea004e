package io.taskforge.client;

import io.taskforge.client.RemoteWorkerBuilder.Config;
import io.taskforge.client.RemoteWorkerBuilder.Handler;
import io.taskforge.engine.HandlerRun;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.engine.loop.Deadline;
import io.taskforge.engine.loop.Loop;
import io.taskforge.job.TraceContext;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * A worker that runs jobs of a server in this process, over HTTP: it claims them in batches, calls
 * the same {@link io.taskforge.job.JobHandler}s as the library, extends their leases and reports
 * the results. While the server is away, it keeps results and tries again, with backoff and jitter.
 *
 * <p>Build it with {@link TaskForgeClient#worker}, and close it to shut it down gracefully. An
 * operator can quiet and stop it like any other worker.
 */
public final class RemoteWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteWorker.class);
  private static final Duration WATCH = Duration.ofMillis(100);
  private static final Duration IGNORED_STOP = Duration.ofSeconds(5);
  private static final Duration AFTER_GRACE = Duration.ofSeconds(2);

  private final Config config;
  private final Attempts attempts;
  private final ResultJson outcomes;
  private final ReportResults reports;
  private final ExtendLeases leases;
  private final HandlerThreads threads;
  private final Loop claiming;
  private final Loop extending;
  private final Loop reporting;
  private final Loop watching;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  RemoteWorker(Config config) {
    this.config = config;
    String name = "taskforge-" + config.name();
    this.attempts = new Attempts(config.concurrency());
    this.outcomes = new ResultJson(config.codec(), config.classifier());
    this.reports = new ReportResults(config, attempts);
    this.leases = new ExtendLeases(config, attempts, this::obey);
    this.threads = config.environment().threads().make(name, config.concurrency());
    this.claiming =
        new Loop(name + "-claim", new ClaimJobs(config, attempts, this::start, this::obey));
    this.extending = new Loop(name + "-heartbeat", leases);
    this.reporting = new Loop(name + "-report", reports);
    this.watching = new Loop(name + "-watch", this::watch);
  }

  void start() {
    claiming.start();
    extending.start();
    reporting.start();
    watching.start();
    LOG.info("remote worker {} started, server {}", config.name(), config.api().url());
  }

  /** The unique name of the worker, as the server shows it. */
  public WorkerId id() {
    return config.name();
  }

  /** Waits until the worker is closed, by this program or by an operator. */
  public void awaitClose() throws InterruptedException {
    closed.await();
  }

  private void obey(String mode) {
    // A quiet worker gets no jobs, so there is nothing to do; the claims continue, to be resumed.
    // A server of a later version may have further modes.
    if (mode.equals(WorkerMode.STOPPING.name()) && !closing.get()) {
      Thread closer = new Thread(this::close, "taskforge-" + config.name() + "-stop");
      closer.setDaemon(true);
      closer.start();
    }
  }

  private void start(Attempt attempt) {
    attempts.add(attempt);
    try {
      threads.run(() -> run(attempt));
    } catch (Throwable e) { // the machine has no more threads, or the pool is closed
      LOG.error("job {} could not be started and goes back to its queue", attempt.jobId(), e);
      settle(attempt, ResultJson.released(attempt));
    }
  }

  private void run(Attempt attempt) {
    if (closing.get() || !attempt.begin()) {
      settle(attempt, ResultJson.released(attempt));
      return;
    }
    Map<String, String> around = MDC.getCopyOfContextMap();
    MDC.setContextMap(attempt.logContext());
    AttemptResult result;
    try {
      result = config.tracing().process(attempt.traced(), trace -> result(attempt, trace));
    } finally {
      if (around == null) {
        MDC.clear();
      } else {
        MDC.setContextMap(around);
      }
      attempt.end();
    }
    settle(attempt, result);
  }

  private AttemptResult result(Attempt attempt, @Nullable TraceContext trace) {
    try {
      attempt.trace(trace);
      Handler<?> handler = Objects.requireNonNull(config.handlers().get(attempt.type()), "handler");
      return outcomes.returned(handler.handle(config.codec(), attempt));
    } catch (Throwable thrown) { // whatever a handler throws, only its attempt has failed
      return attempt.stopReason() == null ? outcomes.threw(thrown) : stopped(attempt);
    }
  }

  private static AttemptResult stopped(Attempt attempt) {
    return attempt.stopReason() == HandlerRun.Stop.TIMEOUT
        ? ResultJson.timedOut(attempt)
        : ResultJson.released(attempt);
  }

  private void settle(Attempt attempt, AttemptResult result) {
    if (attempt.settleOnce()) {
      try {
        reports.add(attempt, result);
      } catch (Throwable e) { // out of memory, most likely
        LOG.error("the result of job {} is lost; its lease will expire", attempt.jobId(), e);
        attempts.forget(attempt.token());
      }
      attempts.finished();
      reporting.wake();
      claiming.wake();
    }
  }

  /**
   * Without a heartbeat its lease expires: the job is rescued, and counts towards the lost-lease
   * limit.
   */
  private void lose(Attempt attempt) {
    if (attempt.settleOnce()) {
      attempts.forget(attempt.token());
      attempts.finished();
    }
  }

  private Duration watch() {
    leases.stopDoubtful();
    for (Attempt attempt : attempts.all()) {
      if (attempt.runsLongerThan(attempt.timeout())) {
        attempt.stop(HandlerRun.Stop.TIMEOUT);
      }
      if (attempt.ignoresStop(IGNORED_STOP) && !attempt.isSettled()) {
        abandon(attempt);
      }
    }
    return WATCH;
  }

  private void abandon(Attempt attempt) {
    LOG.error(
        "job {} of type {} ignores its interrupt ({}); the worker abandons it, and its thread is"
            + " lost",
        attempt.jobId(),
        attempt.type(),
        attempt.stopReason());
    threads.abandoned();
    if (attempt.hasCalledExit()) {
      lose(attempt); // released at no cost, its job would shut down one worker after the other
    } else {
      settle(attempt, stopped(attempt));
    }
  }

  /**
   * Graceful shutdown: claims no more jobs, lets handlers finish within the grace period,
   * interrupts the others and gives their jobs back, and reports all results if the server answers.
   * Later calls wait for the first.
   */
  @Override
  public void close() {
    try {
      if (closing.compareAndSet(false, true)) {
        try {
          shutDown(Deadline.in(config.shutdownGrace(), config.environment().ticker()));
        } finally {
          closed.countDown();
        }
        LOG.info("remote worker {} stopped", config.name());
      } else {
        closed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void shutDown(Deadline grace) throws InterruptedException {
    try {
      // A claim that is interrupted may have leased jobs that nothing would run.
      claiming.stop(grace.left().plus(AFTER_GRACE));
      attempts.awaitIdle(grace);
    } finally {
      for (Attempt attempt : attempts.all()) {
        attempt.stop(HandlerRun.Stop.SHUTDOWN);
      }
      Deadline end = Deadline.in(AFTER_GRACE, config.environment().ticker());
      attempts.awaitIdle(end);
      for (Attempt attempt : attempts.all()) {
        if (!attempt.isSettled()) {
          abandon(attempt);
        }
      }
      attempts.awaitEmpty(end.plus(AFTER_GRACE));
      if (!attempts.isEmpty()) {
        LOG.warn(
            "{} results not reported: server did not respond; leases will expire",
            attempts.all().size());
      }
      reporting.stop(Duration.ZERO);
      watching.stop(Duration.ZERO);
      extending.stop(Duration.ZERO);
      threads.close();
    }
  }
}
