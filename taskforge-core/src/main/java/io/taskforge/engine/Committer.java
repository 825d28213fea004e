package io.taskforge.engine;

import io.taskforge.engine.log.LogFields;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.StoreBackoff;
import io.taskforge.engine.loop.Turn;
import io.taskforge.engine.loop.Wake;
import io.taskforge.job.JobId;
import io.taskforge.job.StoreException;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Commits results to the store in batches. A batch whose commit got no answer is committed again
 * until the store answers; fencing tokens make that safe. The Fetcher limits how many results can
 * wait here.
 */
final class Committer implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final int MAX_BATCH = 1_000;
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final JobStore store;
  private final RunningJobs jobs;
  private final EventPublisher events;
  private final StoreBackoff pause; // only turn() touches it
  private final JobArrivals arrivals;
  private final Wake wake = new Wake();
  private final ConcurrentLinkedQueue<Settlement> arrived = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unwritten = new AtomicInteger();
  private final List<Settlement> batch = new ArrayList<>(); // only turn() touches it
  private final Set<JobId> untold = ConcurrentHashMap.newKeySet();
  private volatile boolean loopEnded;

  Committer(
      JobStore store,
      RunningJobs jobs,
      EventPublisher events,
      RandomGenerator random,
      JobArrivals arrivals) {
    this.store = store;
    this.jobs = jobs;
    this.events = events;
    this.pause = new StoreBackoff(random);
    this.arrivals = arrivals;
  }

  void add(Settlement settlement) {
    unwritten.incrementAndGet();
    arrived.add(settlement);
    wake.wake();
    if (loopEnded) {
      // A claim that returned after the shutdown: its jobs must not wait for their lease to expire.
      Duration ignored = turn();
    }
  }

  /** Ends the pause of the loop that runs this. */
  Wake wake() {
    return wake;
  }

  /** From now on, results are committed by the thread that adds them. */
  void loopEnded() {
    loopEnded = true;
  }

  @Override
  public synchronized Duration turn() {
    while (batch.size() < MAX_BATCH) {
      Settlement next = arrived.poll();
      if (next == null) {
        break;
      }
      batch.add(next);
    }
    if (batch.isEmpty()) {
      return IDLE;
    }
    try {
      write(List.copyOf(batch));
      pause.reset();
      return arrived.isEmpty() ? IDLE : Duration.ZERO;
    } catch (RuntimeException e) {
      return afterFault(asFault(e));
    }
  }

  /** A store that throws anything else has a bug, which must not block all results forever. */
  private static StoreException asFault(RuntimeException thrown) {
    return thrown instanceof StoreException fault
        ? fault
        : new StoreException("commit results", false, thrown);
  }

  /** Commits the first results of the batch and notifies listeners. */
  private void write(List<Settlement> first) {
    for (Settlement settlement : first) {
      if (settlement.verdict().next() instanceof Verdict.RunAgain) {
        untold.add(settlement.job().id());
      }
    }
    try {
      List<CommitResult> results = store.commit(first);
      batch.subList(0, first.size()).clear();
      unwritten.addAndGet(-first.size());
      done(first, results);
      jobs.committed();
      arrivals.fetchFollowUps();
    } finally {
      untold.clear();
    }
  }

  /**
   * Waits until listeners were notified of the end of this job's last attempt, if it was just
   * committed: the job may be claimed again before that.
   */
  void awaitTold(JobId job) {
    if (untold.contains(job)) {
      synchronized (this) {
        untold.remove(job);
      }
    }
  }

  private Duration afterFault(StoreException fault) {
    if (!fault.isTransient() && batch.size() > 1) {
      LOG.warn("a batch of {} results was refused, writing them one by one", batch.size(), fault);
      oneByOne();
      return Duration.ZERO;
    }
    if (!fault.isTransient()) {
      dropFirst(fault);
      return Duration.ZERO;
    }
    LOG.atLevel(StoreLogLevel.of(fault))
        .log("{} results not committed, will retry: {}", batch.size(), fault.getMessage());
    return pause.next();
  }

  /** One result that the store rejects must not block the others. */
  private void oneByOne() {
    while (!batch.isEmpty()) {
      try {
        write(List.of(batch.get(0)));
      } catch (RuntimeException e) {
        StoreException fault = asFault(e);
        if (fault.isTransient()) {
          return;
        }
        dropFirst(fault);
      }
    }
  }

  /** Its lease expires, and the job is rescued as lost; the number of lost leases is limited. */
  private void dropFirst(StoreException fault) {
    Settlement refused = batch.remove(0);
    unwritten.decrementAndGet();
    line(Level.ERROR, refused)
        .setCause(fault)
        .log(
            "store rejected the result of job {} permanently; its lease will expire",
            refused.job().id());
    jobs.remove(refused.job().lease());
  }

  private void done(List<Settlement> written, List<CommitResult> results) {
    for (int i = 0; i < written.size(); i++) {
      Settlement settlement = written.get(i);
      RunningJob running = jobs.remove(settlement.job().lease());
      if (results.get(i) == CommitResult.COMMITTED) {
        events.settled(settlement);
      } else if (results.get(i) == CommitResult.CANCELLED) {
        events.settled(cancelled(settlement));
      } else if (running != null && running.isCompletedInTransaction()) {
        // The handler's own transaction was committed; this settlement was for its rollback.
        events.settled(settlement.with(AttemptRules.succeeded(settlement.job(), null)));
      } else {
        line(Level.WARN, settlement)
            .log(
                "job {} is no longer this worker's, or its answer was lost: the result of attempt {}"
                    + " ({}) changes nothing now",
                settlement.job().id(),
                settlement.job().attempt(),
                settlement.verdict().status());
      }
    }
  }

  private static LoggingEventBuilder line(Level level, Settlement settlement) {
    ClaimedJob job = settlement.job();
    return LogFields.job(LOG.atLevel(level), job.identity(), job.attempt())
        .addKeyValue("worker", settlement.worker());
  }

  /** What the store made of a settlement for which it answered CANCELLED. */
  static Settlement cancelled(Settlement settlement) {
    return settlement.with(
        AttemptRules.cancelledInsteadOf(settlement.verdict(), settlement.run().isStarted()));
  }

  /** Whether all results are committed; does not block while a commit is in progress. */
  boolean isEmpty() {
    return unwritten.get() == 0;
  }
}
