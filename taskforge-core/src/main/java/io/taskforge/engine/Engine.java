package io.taskforge.engine;

import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationId;
import io.taskforge.engine.loop.Deadline;
import io.taskforge.engine.loop.Loop;
import io.taskforge.engine.loop.Turn;
import io.taskforge.engine.loop.Wake;
import io.taskforge.engine.schedule.FailedOccurrences;
import io.taskforge.engine.schedule.OccurrenceQuota;
import io.taskforge.engine.schedule.StoredSchedules;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.schedule.ScheduleDocument;
import io.taskforge.store.JobStore;
import io.taskforge.store.PendingWork;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
  // Only for schedules that were written while the store's clock was wrong.
  private static final Duration REPAIR_SCHEDULES = Duration.ofMinutes(5);
  private static final Duration NEVER = Duration.ofDays(365);

  private final EngineConfig config;
  private final JobStore store;
  private final EngineEnvironment environment;
  private final RunningJobs jobs;
  private final JobArrivals arrivals;
  private final JobChanges changes;
  private final HandlerThreads threads;
  private final QueueCatalog queues;
  private final Runner runner;
  private final Committer committer;
  private final Destinations destinations;
  private final DestinationReports reports;
  private final DestinationOfJob destinationOfJob;
  private final EventPublisher events;
  private final Fetcher fetcher;
  private final LeaseHeartbeat leases;
  private final TimeoutWatch timeouts;
  private final RescueLostJobs rescue;
  private final Janitor janitor;
  private final FailedOccurrences failedOccurrences;
  private final FireSchedules schedules;
  private final RunRedrives redrives;
  private final RemoteWorkers remoteWorkers;
  private final StoreWatch watch;
  private final Loop fetcherLoop;
  private final Loop committerLoop;
  private final Loop redrivesLoop;
  private final Loop schedulesLoop;
  private final List<Loop> otherLoops;
  private boolean started; // guarded by this
  private boolean stopped; // guarded by this
  private Runnable endArrivals = () -> {}; // guarded by this

  public Engine(EngineConfig config, JobStore store, EngineEnvironment environment) {
    this.config = config;
    this.store = store;
    this.environment = environment;
    String name = "taskforge-" + config.worker();
    Wake fetcherWake = new Wake();
    RandomGenerator random = environment.random();
    LongSupplier ticker = environment.ticker();
    StoredSchedules stored =
        new StoredSchedules(store, new ScheduleDocument(config.failures().policyJson()));
    failedOccurrences = new FailedOccurrences(stored);
    events = new EventPublisher(config.listeners(), failedOccurrences::settled);
    watch = new StoreWatch(store, ticker, config.timing().lease().dividedBy(3));
    threads = environment.threads().make(name + "-job", config.serving().concurrency());
    queues = new QueueCatalog(store, config.failures().policyJson());
    arrivals = new JobArrivals(config, store, queues, fetcherWake);
    jobs = new RunningJobs(fetcherWake);
    committer = new Committer(store, jobs, events, random, arrivals);
    changes = new JobChanges(store, committer, events, arrivals);
    destinationOfJob = new DestinationOfJob(config, queues);
    destinations =
        new Destinations(
            config, queues, () -> config.serving().concurrency() - jobs.unfinished(), ticker);
    reports = new DestinationReports(config, destinations, store, events, fetcherWake);
    Verdicts verdicts =
        new Verdicts(config, queues, random, destinations, new RetryBudgets(ticker));
    Prefetch prefetch =
        new Prefetch(config.timing().prefetch(), config.serving().concurrency(), Fetcher.MAX_CLAIM);
    runner =
        new Runner(
            config,
            environment,
            store,
            verdicts,
            jobs,
            threads,
            prefetch,
            committer::add,
            destinations);
    fetcher =
        new Fetcher(
            config,
            store,
            queues,
            jobs,
            runner,
            prefetch,
            committer,
            events,
            destinations,
            random,
            ticker);
    leases = new LeaseHeartbeat(config, store, queues, jobs, ticker, random, this::obey);
    timeouts = new TimeoutWatch(jobs, runner, leases);
    rescue = new RescueLostJobs(config, store, queues, leases, ticker, committer, watch);
    janitor =
        new Janitor(store, config.timing().retention(), new UnusedDestinations(store, ticker));
    schedules =
        new FireSchedules(
            store,
            stored,
            new OccurrenceQuota(store, config.quotas()),
            environment.ids(),
            arrivals,
            changes,
            config.handling().tracing());
    redrives = new RunRedrives(store, config.worker(), ticker, config.quotas(), arrivals, changes);
    remoteWorkers =
        new RemoteAttempts(
            store, queues, verdicts, events, committer, arrivals, new RemoteCalls(verdicts), null);
    fetcherLoop = new Loop(name + "-fetcher", fetcher, fetcherWake);
    committerLoop = new Loop(name + "-committer", committer, committer.wake());
    redrivesLoop =
        new Loop(name + "-redrives", watch.whenDue(PendingWork::redriveDue, NEVER, redrives));
    Turn dueSchedules = watch.whenDue(PendingWork::scheduleDue, REPAIR_SCHEDULES, schedules);
    schedulesLoop =
        new Loop(
            name + "-schedules",
            () -> {
              failedOccurrences.log();
              return dueSchedules.turn();
            });
    otherLoops =
        List.of(
            redrivesLoop,
            schedulesLoop,
            new Loop(name + "-destinations", reports, destinations.wake()),
            new Loop(name + "-queues", watch.ofSettings(queues::refresh)),
            new Loop(name + "-leases", leases),
            new Loop(name + "-timeouts", timeouts),
            new Loop(name + "-rescue", watch.whenDue(RescueLostJobs::due, NEVER, rescue)),
            new Loop(name + "-janitor", janitor));
  }

  /**
   * Starts all loops. While the store is unavailable they keep trying.
   *
   * @param putQueues stores the queue settings of this worker, and may be repeated
   * @throws io.taskforge.job.StoreException if the store rejects the settings
   */
  public synchronized void start(Runnable putQueues) {
    if (stopped) {
      throw new IllegalStateException("this TaskForge was closed; build another");
    }
    // Policies and dead letter queues must be known before the first failure.
    queues.declareFirst(putQueues);
    queues.turn();
    queues.kept(true);
    started = true;
    otherLoops.forEach(Loop::start);
    committerLoop.start();
    fetcherLoop.start();
    if (!config.handling().handlers().isEmpty()) {
      endArrivals = store.onArrival(arrivals::wakeFetcher);
    }
  }

  /** Declares queues, and fetches jobs that were just enqueued. */
  public JobArrivals arrivals() {
    return arrivals;
  }

  /** Changes jobs and notifies listeners. */
  public JobChanges changes() {
    return changes;
  }

  /** Continues redrives now rather than at the next poll. */
  public void wakeRedrives() {
    watch.forget();
    redrivesLoop.wake();
  }

  /** Reads now rather than at the next poll when the next schedule is due. */
  public void wakeSchedules() {
    watch.forget();
    schedulesLoop.wake();
  }

  /** The turns that {@link #start} runs, each in a thread of its own. */
  public List<Turn> turns() {
    return Stream.concat(Stream.of(fetcherLoop, committerLoop), otherLoops.stream())
        .map(Loop::turn)
        .toList();
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

  /** Reads the queues' settings and the stored policies. */
  public Duration readQueues() {
    return queues.turn();
  }

  /** Reports on destinations and learns what others reported. */
  public Duration watchDestinations() {
    return reports.turn();
  }

  /** Deletes jobs and audit entries that are older than the retention period. */
  public Duration purge() {
    return janitor.turn();
  }

  /** Enqueues the jobs of schedules that are due. */
  public Duration fireSchedules() {
    failedOccurrences.log();
    return schedules.turn();
  }

  /** Continues each redrive with one batch; returns zero if there may be more to do at once. */
  public Duration redrive() {
    return redrives.turn();
  }

  /** The API for workers in other processes. */
  public RemoteWorkers remoteWorkers() {
    return remoteWorkers;
  }

  /** The destination that a job calls, or null; of a dead letter, the one that it called. */
  public @Nullable DestinationId destinationOf(Job job) {
    DeadLetter letter = job.deadLetter();
    QueueName queue = letter == null ? job.queue() : letter.movedFrom();
    return destinationOfJob.of(queue, job.tenant(), job.type(), job.laneKey());
  }

  /** Notifies listeners of what an operator changed in a destination, and makes it count here. */
  public void destinationChanged(DestinationId id, DestinationDecision decision) {
    events.destinationChanged(id, decision, config.failures().destinations().mode());
  }

  /** The worker's id. */
  public WorkerId worker() {
    return config.worker();
  }

  /** The number of running jobs of a tenant that has reached its limit here; else 0. */
  public int tenantAtLimit(TenantId tenant) {
    return fetcher.tenantAtLimit(tenant);
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
    endArrivals.run();
    runner.close();
    fetcherLoop.end();
    if (!await(() -> jobs.occupied() == 0, deadline.leftBefore(AFTER_GRACE))) {
      LOG.info("{} jobs still run after the grace period: requeued", jobs.occupied());
      jobs.all().forEach(job -> job.stop(HandlerRun.Stop.SHUTDOWN));
      if (!await(() -> jobs.occupied() == 0, deadline.leftBefore(LAST_COMMITS))) {
        jobs.all().forEach(runner::abandon);
      }
    }
    // A handler that closes its own worker was interrupted just now; its result is still written.
    boolean interrupted = Thread.interrupted();
    // A claim that is under way now comes back before the last results are written.
    fetcherLoop.stop(deadline.leftBefore(LAST_COMMITS));
    runner.decideAll();
    await(this::everythingIsCommitted, deadline.leftBefore(LAST_TURNS));
    committerLoop.end();
    otherLoops.forEach(Loop::end);
    committerLoop.stop(deadline.left());
    committer.loopEnded();
    queues.kept(false);
    otherLoops.forEach(loop -> loop.stop(deadline.left()));
    threads.close();
    if (!leases.deregister(deadline.left()) || interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does what an operator has asked for. */
  private void obey(WorkerMode mode) {
    LOG.atInfo().addKeyValue("worker", config.worker()).log("worker mode changed to {}", mode);
    runner.quiet(mode == WorkerMode.QUIET);
    if (mode == WorkerMode.STOPPING) {
      runner.close();
      // Not here: the loop that heard of it is one of those that end.
      new Thread(this::stop, "taskforge-" + config.worker() + "-stop").start();
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
    while (!condition.getAsBoolean()) {
      Duration left = patience.minusNanos(environment.ticker().getAsLong() - begun);
      if (left.isNegative() || left.isZero()) {
        return false;
      }
      try {
        jobs.awaitVacated(left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return condition.getAsBoolean();
      }
    }
    return true;
  }
}
