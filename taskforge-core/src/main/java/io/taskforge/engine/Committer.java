package io.taskforge.engine;

import io.taskforge.engine.loop.StoreBackoff;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.Transition;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import io.taskforge.store.StoreException;
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

/**
 * Writes results to the store in batches. A batch whose fate is unknown is written again until the
 * store answers: tokens make that harmless. The queue is bounded by what the Fetcher claims.
 */
final class Committer implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final int MAX_BATCH = 1_000;
  private static final Duration IDLE = Duration.ofSeconds(1);

  private final JobStore store;
  private final RunningJobs jobs;
  private final Events events;
  private final StoreBackoff pause; // only turn() touches it
  private final Runnable written;
  private final ConcurrentLinkedQueue<Pending> arrived = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unwritten = new AtomicInteger();
  private final List<Pending> batch = new ArrayList<>(); // only turn() touches it
  private final Set<JobId> untold = ConcurrentHashMap.newKeySet();

  /**
   * Makes one.
   *
   * @param written is run after each batch that the store has taken
   */
  Committer(
      JobStore store, RunningJobs jobs, Events events, RandomGenerator random, Runnable written) {
    this.store = store;
    this.jobs = jobs;
    this.events = events;
    this.pause = new StoreBackoff(random);
    this.written = written;
  }

  void add(Pending pending) {
    unwritten.incrementAndGet();
    arrived.add(pending);
  }

  @Override
  public synchronized Duration turn() {
    while (batch.size() < MAX_BATCH) {
      Pending next = arrived.poll();
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

  /** A store that throws anything else has a bug, which must not hold up all results for ever. */
  private static StoreException asFault(RuntimeException thrown) {
    return thrown instanceof StoreException fault
        ? fault
        : new StoreException("commit results", false, thrown);
  }

  /** Writes the first of the batch, and tells listeners. */
  private void write(List<Pending> first) {
    for (Pending pending : first) {
      if (pending.settlement().next() instanceof Settlement.RunAgain) {
        untold.add(pending.settlement().job().id());
      }
    }
    try {
      List<CommitResult> results = store.commit(first.stream().map(Pending::settlement).toList());
      batch.subList(0, first.size()).clear();
      unwritten.addAndGet(-first.size());
      done(first, results);
      written.run();
    } finally {
      untold.clear();
    }
  }

  /**
   * Returns once listeners know how this job's last attempt ended, if that was just written: the
   * job may be claimed again before they were told.
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
    LOG.atLevel(fault.logLevel())
        .log("{} results not committed, will retry: {}", batch.size(), fault.getMessage());
    return pause.next();
  }

  /** One result that the store can't take must not hold up the others. */
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

  /** Its lease runs out, and the job is rescued as lost, which is limited. */
  private void dropFirst(StoreException fault) {
    Pending refused = batch.remove(0);
    unwritten.decrementAndGet();
    LOG.error(
        "the store refuses the result of job {} for good; its lease will run out",
        refused.settlement().job().id(),
        fault);
    release(refused);
  }

  private void done(List<Pending> written, List<CommitResult> results) {
    for (int i = 0; i < written.size(); i++) {
      Pending pending = written.get(i);
      release(pending);
      if (results.get(i) == CommitResult.COMMITTED) {
        events.settled(pending);
      } else if (results.get(i) == CommitResult.CANCELLED) {
        events.settled(cancelled(pending));
      } else if (pending.confirmsTransaction()) {
        events.settled(completed(pending));
      } else {
        LOG.warn(
            "job {} is no longer this worker's, or its answer was lost: the result of attempt {} ({})"
                + " changes nothing now",
            pending.settlement().job().id(),
            pending.settlement().job().attempt(),
            pending.settlement().status());
      }
    }
  }

  private void release(Pending pending) {
    if (pending.running() != null) {
      jobs.remove(pending.running());
    }
  }

  /** The handler's own transaction had completed the job, as it should. */
  private static Pending completed(Pending pending) {
    Settlement asked = pending.settlement();
    return told(pending, AttemptVerdict.succeeded(asked.job(), null), asked.job().counters());
  }

  /** Somebody had asked to cancel the job before it could be told, and it would have run again. */
  static Pending cancelled(Pending pending) {
    Settlement asked = pending.settlement();
    return told(
        pending,
        AttemptVerdict.cancelled(asked.job(), asked.startedAt() != null),
        asked.counters());
  }

  /** What listeners are told where the store made something else of a settlement. */
  private static Pending told(Pending pending, AttemptVerdict as, Counters counters) {
    Settlement asked = pending.settlement();
    Settlement made =
        new Settlement(
            asked.job(),
            asked.worker(),
            as.status(),
            asked.startedAt(),
            asked.duration(),
            as.transition() == Transition.COMPLETED ? null : asked.failure(),
            counters,
            as.next(),
            as.transition(),
            as.explanation(),
            asked.log(),
            asked.progress());
    return new Pending(made, pending.running(), 0, pending.confirmsTransaction());
  }

  /** Whether nothing waits to be written; does not wait for a turn that waits for the store. */
  boolean isEmpty() {
    return unwritten.get() == 0;
  }
}
