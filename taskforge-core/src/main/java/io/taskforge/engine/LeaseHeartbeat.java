package io.taskforge.engine;

import io.taskforge.engine.EngineConfig.ServedQueue;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.StoreBackoff;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.WorkerMode;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of the jobs that this worker holds, on a separate thread that no handler can
 * block, interrupts handlers whose lease was lost or whose job is to be cancelled, and learns what
 * an operator has asked this worker to do.
 */
final class LeaseHeartbeat implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseHeartbeat.class);

  private final EngineConfig config;
  private final JobStore store;
  private final RunningJobs jobs;
  private final LongSupplier ticker;
  private final QueueCatalog catalog;
  private final Set<QueueName> queues;
  private final StoreBackoff pause; // guarded by this
  private final Consumer<WorkerMode> onMode;
  private WorkerMode mode = WorkerMode.ACTIVE; // guarded by this
  private volatile long lastAnswer;

  LeaseHeartbeat(
      EngineConfig config,
      JobStore store,
      QueueCatalog catalog,
      RunningJobs jobs,
      LongSupplier ticker,
      RandomGenerator random,
      Consumer<WorkerMode> onMode) {
    this.config = config;
    this.store = store;
    this.jobs = jobs;
    this.ticker = ticker;
    this.lastAnswer = ticker.getAsLong();
    this.queues =
        config.serving().queues().stream().map(ServedQueue::name).collect(Collectors.toSet());
    this.catalog = catalog;
    this.pause = new StoreBackoff(random);
    this.onMode = onMode;
  }

  @Override
  public synchronized Duration turn() {
    Duration interval = Heartbeat.interval(config.timing().lease());
    // Read before the call: a job that is claimed during it must not seem older than it is.
    long asked = ticker.getAsLong();
    try {
      HeartbeatAnswer answer =
          store.heartbeat(
              new Heartbeat(
                  config.leaseRequest(),
                  List.copyOf(jobs.tokens()),
                  config.serving().host(),
                  config.serving().version(),
                  served(),
                  config.handling().handlers().keySet(),
                  config.serving().concurrency(),
                  jobs.occupied()));
      lastAnswer = asked;
      passOn(answer);
      if (answer.mode() != mode) {
        mode = answer.mode();
        onMode.accept(mode);
      }
      if (answer.lockedTokens().isEmpty()) {
        pause.reset();
        return interval;
      }
      return soon(interval);
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e)).log("heartbeat failed, will retry: {}", e.getMessage());
      stopDoubtful();
      return soon(interval);
    }
  }

  /** A lease that is about to expire cannot wait for the regular interval. */
  private Duration soon(Duration interval) {
    Duration soon = pause.next();
    return soon.compareTo(interval) < 0 ? soon : interval;
  }

  private Set<QueueName> served() {
    if (!config.serving().allQueues()) {
      return queues;
    }
    Set<QueueName> all = new HashSet<>(queues);
    all.addAll(catalog.names());
    return all;
  }

  /**
   * Stops handlers whose lease may have expired: another worker may run their jobs now. Also called
   * from another thread, because a heartbeat that hangs cannot do it.
   */
  void stopDoubtful() {
    for (RunningJob job : jobs.all()) {
      if (job.mayHaveLostLease(config.timing().lease(), lastAnswer)) {
        job.stop(HandlerRun.Stop.LEASE_LOST);
      }
    }
  }

  /** Whether the last heartbeat succeeded less than a lease ago. */
  boolean isHeard() {
    return Duration.ofNanos(ticker.getAsLong() - lastAnswer).compareTo(config.timing().lease()) < 0;
  }

  private void passOn(HeartbeatAnswer answer) {
    if (answer.lostTokens().isEmpty() && answer.cancelRequested().isEmpty()) {
      return;
    }
    for (RunningJob running : jobs.all()) {
      if (answer.lostTokens().contains(running.job.lease().token())) {
        running.stop(HandlerRun.Stop.LEASE_LOST);
      } else if (answer.cancelRequested().contains(running.job.id())) {
        running.stop(HandlerRun.Stop.CANCELLED);
      }
    }
  }

  /**
   * Deregisters the worker on a separate thread, so that a store that hangs cannot exceed the
   * remaining time; returns false if the wait was interrupted.
   */
  boolean deregister(Duration left) {
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
}
