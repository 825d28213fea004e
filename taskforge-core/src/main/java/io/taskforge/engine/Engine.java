package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Deadline;
import io.taskforge.engine.loop.Loop;
import io.taskforge.engine.redrive.RunRedrives;
import io.taskforge.engine.schedule.FireSchedules;
import io.taskforge.engine.schedule.OccurrenceQuota;
import io.taskforge.engine.schedule.StoredSchedules;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.schedule.ScheduleJson;
import io.taskforge.store.FollowUps;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import io.taskforge.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker. Each of its duties is a turn; {@link #start} runs each in a thread, or a test calls
 * them itself. {@code start} twice, {@code stop} twice and {@code stop} before {@code start} are
 * all harmless; an engine that was stopped stays stopped.
 */
public final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  // After the grace period: for interrupts, the last results and the end of all loops together.
  private static final Duration AFTER_GRACE = Duration.ofMillis(1_500);
  // Of that, for the last results and the end of all loops, once handlers were interrupted.
  private static final Duration LAST_COMMITS = Duration.ofMillis(800);
  // Of that, for the end of all loops.
  private static final Duration LAST_TURNS = Duration.ofMillis(400);

  private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

  private final EngineConfig config;
  private final JobStore store;
  private final EngineEnvironment environment;
  private final RecordingFollowUps followUps;
  private final RunningJobs jobs = new RunningJobs();
  private final EventPublisher events;
  private final HandlerThreads threads;
  private final QueueCatalog queues;
  private final Runner runner;
  private final Committer committer;
  private final Fetcher fetcher;
  private final LeaseHeartbeat leases;
  private final TimeoutWatch timeouts;
  private final RescueLostJobs rescue;
  private final Janitor janitor;
  private final FireSchedules schedules;
  private final RunRedrives redrives;
  private final RemoteWorkers remoteWorkers;
  private final Loop fetcherLoop;
  private final Loop committerLoop;
  private final Loop redrivesLoop;
  private final List<Loop> otherLoops;
  private final Object ended = new Object();
  private boolean started; // guarded by this
  private boolean stopped; // guarded by this
  private volatile boolean over;

  public Engine(EngineConfig config, JobStore store, EngineEnvironment environment) {
    this.config = config;
    this.store = store;
    this.environment = environment;
    followUps = new RecordingFollowUps(config.followUps());
    if (config.followUps() != FollowUps.NONE) {
      store.followUps(followUps);
    }
    String name = "taskforge-" + config.worker();
    events = new EventPublisher(config.listeners());
    threads = environment.threads().make(name + "-job", config.serving().concurrency());
    queues = new QueueCatalog(store, config.failures().policyJson());
    committer = new Committer(store, jobs, events, environment.random(), this::followed);
    Verdicts verdicts = new Verdicts(config, queues, environment.random());
    runner =
        new Runner(
            config, environment, store, verdicts, jobs, threads, this::settled, this::placeFreed);
    fetcher =
        new Fetcher(
            config,
            store,
            queues,
            jobs,
            runner,
            committer,
            events,
            environment.random(),
            environment.ticker());
    leases =
        new LeaseHeartbeat(config, store, queues, jobs, environment.ticker(), environment.random());
    timeouts = new TimeoutWatch(jobs, runner, leases);
    rescue = new RescueLostJobs(config, store, queues, leases, environment.ticker(), this::settled);
    janitor = new Janitor(store, config.timing().retention());
    schedules =
        new FireSchedules(
            store,
            new StoredSchedules(store, ScheduleJson.with(config.failures().policyJson())),
            new OccurrenceQuota(store, config.quotas()),
            environment.ids(),
            this::declare,
            this::cancel,
            this::wake);
    redrives =
        new RunRedrives(
            store,
            config.worker(),
            environment.ticker(),
            config.quotas(),
            this::declare,
            this::redriven);
    remoteWorkers =
        new RemoteAttempts(
            store,
            queues,
            verdicts,
            events,
            new RemoteLeases(store, verdicts, committer, events, this::followed),
            this::followed);
    fetcherLoop = new Loop(name + "-fetcher", fetcher);
    committerLoop = new Loop(name + "-committer", committer);
    redrivesLoop = new Loop(name + "-redrives", redrives);
    otherLoops =
        List.of(
            redrivesLoop,
            new Loop(name + "-queues", queues),
            new Loop(name + "-leases", leases),
            new Loop(name + "-timeouts", timeouts),
            new Loop(name + "-rescue", rescue),
            new Loop(name + "-janitor", janitor),
            new Loop(name + "-schedules", schedules));
  }

  private void redriven(List<JobId> ids, String explanation) {
    changed(ids, Transition.REDRIVEN, JobState.QUEUED, explanation);
    wake();
  }

  private void settled(Settlement settlement) {
    committer.add(settlement);
    committerLoop.wake();
    if (over) {
      // A claim that returned after the shutdown: its jobs must not wait for their lease to expire.
      Duration ignored = committer.turn();
    }
  }

  private void placeFreed() {
    fetcherLoop.wake();
    synchronized (ended) {
      ended.notifyAll();
    }
  }

  /** Starts the threads. */
  public synchronized void start() {
    if (stopped) {
      throw new IllegalStateException("this TaskForge was closed; build another");
    }
    // Policies and dead letter queues must be known before the first failure.
    queues.turn();
    queues.kept(true);
    started = true;
    otherLoops.forEach(Loop::start);
    committerLoop.start();
    fetcherLoop.start();
  }

  /** Declares queues to the other workers, if this worker serves every queue. */
  public void declare(Set<QueueName> used) {
    if (config.serving().allQueues()) {
      queues.declare(used);
    }
  }

  /** Looks for due jobs now rather than at the next poll. */
  public void wake() {
    fetcherLoop.wake();
  }

  /**
   * Claims the follow-up jobs of the results that were just committed, without waiting for the
   * poll.
   */
  public void followed() {
    Set<QueueName> used = followUps.takeQueues();
    if (used.isEmpty()) {
      return;
    }
    try {
      declare(used);
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("queues {} of follow-ups not made known: {}", used, e.getMessage());
    }
    wake();
  }

  /** Continues redrives now rather than at the next poll. */
  public void wakeRedrives() {
    redrivesLoop.wake();
  }

  /** Claims and starts due jobs. */
  public Duration fetch() {
    return fetcher.turn();
  }

  /** Commits the results that are ready. */
  public Duration commit() {
    return committer.turn();
  }

  /** Extends leases. */
  public Duration heartbeat() {
    return leases.turn();
  }

  /** Stops handlers that ran too long. */
  public Duration watchTimeouts() {
    return timeouts.turn();
  }

  /** Rescues jobs whose lease has expired. */
  public Duration rescue() {
    return rescue.turn();
  }

  /** Reads the queues' settings. */
  public Duration readQueues() {
    return queues.turn();
  }

  /** Deletes jobs and audit entries that are older than the retention period. */
  public Duration purge() {
    return janitor.turn();
  }

  /** Enqueues the jobs of schedules that are due. */
  public Duration fireSchedules() {
    return schedules.turn();
  }

  private void cancel(JobId id, String reason) {
    ChangeResult result = store.change(id, new JobChange.Cancel(reason));
    followed();
    if (result.status() == ChangeResult.Status.CHANGED) {
      changed(List.of(id), Transition.CANCELLED_BY_REQUEST, JobState.CANCELLED, reason);
    }
  }

  /** Continues each redrive with one batch; returns zero if there may be more to do at once. */
  public Duration redrive() {
    return redrives.turn();
  }

  /** Notifies listeners of a change that a user made through this process. */
  public void changed(List<JobId> ids, Transition transition, JobState state, String explanation) {
    if (events.isEmpty() || ids.isEmpty()) {
      return;
    }
    try {
      ids.forEach(committer::awaitTold);
      for (Job job : store.queries().jobs(ids).values()) {
        events.changed(job, transition, state, explanation);
      }
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("listeners not told that jobs {} are {}: {}", ids, state, e.getMessage());
    }
  }

  /** The API for workers in other processes. */
  public RemoteWorkers remoteWorkers() {
    return remoteWorkers;
  }

  /** How many handlers run. */
  public int running() {
    return jobs.occupied();
  }

  /** Returns the deadline of a shutdown that begins now: the grace period and a little more. */
  public Deadline shutdownDeadline() {
    return Deadline.in(config.timing().shutdownGrace(), environment.ticker()).plus(AFTER_GRACE);
  }

  /** Stops within {@link #shutdownDeadline}; see {@link #stop(Deadline)}. */
  public void stop() {
    stop(shutdownDeadline());
  }

  /**
   * Graceful shutdown: claims no more jobs, lets running jobs continue for the grace period,
   * requeues the others without using a retry, commits the last results and deregisters the worker.
   * All steps share the deadline, so that an unreachable store does not delay the shutdown.
   */
  public synchronized void stop(Deadline deadline) {
    if (stopped) {
      return;
    }
    stopped = true;
    runner.close();
    fetcherLoop.end();
    if (!await(() -> jobs.occupied() == 0, deadline.leftBefore(AFTER_GRACE))) {
      LOG.info("{} jobs still run after the grace period: requeued", jobs.occupied());
      jobs.all().forEach(job -> job.stop(RunningJob.Stop.SHUTDOWN));
      if (!await(() -> jobs.occupied() == 0, deadline.leftBefore(LAST_COMMITS))) {
        jobs.all().forEach(runner::abandon);
      }
    }
    // A handler that closes its own worker was interrupted just now; its result is still written.
    boolean interrupted = Thread.interrupted();
    // A claim that is under way now comes back before the last results are written.
    fetcherLoop.stop(deadline.leftBefore(LAST_COMMITS));
    await(this::everythingIsCommitted, deadline.leftBefore(LAST_TURNS));
    committerLoop.end();
    otherLoops.forEach(Loop::end);
    committerLoop.stop(deadline.left());
    over = true;
    queues.kept(false);
    otherLoops.forEach(loop -> loop.stop(deadline.left()));
    threads.close();
    if (!deregister(deadline.left()) || interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Deregisters the worker on a separate thread, so that a store that hangs cannot exceed the
   * remaining time; returns false if the wait was interrupted.
   */
  private boolean deregister(Duration left) {
    Thread thread = new Thread(this::deregister, "taskforge-" + config.worker() + "-deregister");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(Math.max(1, left.toMillis()));
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void deregister() {
    try {
      store.deregister(config.worker());
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e)).log("worker not deregistered: {}", e.getMessage());
    }
  }

  /** A worker that was never started has no thread that commits. */
  private boolean everythingIsCommitted() {
    if (!started && !committer.isEmpty()) {
      committer.turn();
    }
    return committer.isEmpty();
  }

  private boolean await(BooleanSupplier condition, Duration patience) {
    long begun = environment.ticker().getAsLong();
    synchronized (ended) {
      while (!condition.getAsBoolean()) {
        Duration left = patience.minusNanos(environment.ticker().getAsLong() - begun);
        if (left.isNegative() || left.isZero()) {
          return false;
        }
        try {
          ended.wait(left.compareTo(LONGEST_WAIT) < 0 ? Math.max(1, left.toMillis()) : 100);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return condition.getAsBoolean();
        }
      }
    }
    return true;
  }
}
