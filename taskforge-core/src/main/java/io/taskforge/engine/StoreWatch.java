package io.taskforge.engine;

import io.taskforge.engine.loop.Turn;
import io.taskforge.job.StoreException;
import io.taskforge.store.JobStore;
import io.taskforge.store.PendingWork;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads for all background tasks of a worker whether they have something to do, so that an idle
 * worker makes few statements: one every two seconds, whatever the number of tasks. A due time that
 * is known in advance is kept exactly; a change that another process makes is noticed within two
 * seconds. Thread-safe.
 */
final class StoreWatch {
  /** The longest time between two reads. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  /** The shortest time between two turns of a task that asked for a longer pause. */
  private static final Duration SOON = Duration.ofMillis(500);

  private final JobStore store;
  private final LongSupplier ticker;
  private final Duration slow;
  private @Nullable PendingWork last; // guarded by this
  private long readAt; // guarded by this
  private volatile @Nullable Long lastFault;

  /**
   * Creates a watch that has read nothing yet.
   *
   * @param slow a read that takes this long counts as a fault of the store
   */
  StoreWatch(JobStore store, LongSupplier ticker, Duration slow) {
    this.store = store;
    this.ticker = ticker;
    this.slow = slow;
  }

  /** Tells when a task has something to do, in the store's time; null if unknown. */
  @FunctionalInterface
  interface Due {
    @Nullable Instant of(PendingWork work);
  }

  /** Returns a turn that does {@code task} when it is due, and at least every {@code longest}. */
  Turn whenDue(Due due, Duration longest, Turn task) {
    return new WhenDue(due, longest, task);
  }

  /** Returns a turn that passes on the revision of the settings, or null if it is not known. */
  Turn ofSettings(Consumer<@Nullable String> task) {
    return () -> {
      String settings = null;
      try {
        settings = read().settings();
      } catch (StoreException e) {
        // The task finds the store away, too, and reports it.
      }
      task.accept(settings);
      return untilRead();
    };
  }

  /** Makes the next turn of each task read again. */
  synchronized void forget() {
    last = null;
  }

  private synchronized PendingWork read() {
    PendingWork work = last;
    if (work == null || untilRead().isZero()) {
      last = null;
      long asked = ticker.getAsLong();
      try {
        work = store.pendingWork();
      } catch (StoreException e) {
        noteFault();
        throw e;
      }
      readAt = ticker.getAsLong();
      last = work;
      if (readAt - asked >= slow.toNanos()) {
        noteFault();
      }
    }
    return work;
  }

  /** All tasks read at the same time, so that one statement serves them all. */
  private synchronized Duration untilRead() {
    Duration left = INTERVAL.minusNanos(ticker.getAsLong() - readAt);
    return last == null ? INTERVAL : left.isNegative() ? Duration.ZERO : left;
  }

  private synchronized Duration until(Due due) {
    Instant at = due.of(read());
    Duration most = untilRead();
    if (at == null) {
      return most;
    }
    Instant now = read().at().plusNanos(ticker.getAsLong() - readAt);
    Duration left = Duration.between(now, at);
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) < 0 ? left : most;
  }

  private final class WhenDue implements Turn {
    private final Due due;
    private final Duration longest;
    private final Turn task;
    private @Nullable Long doneAt; // only turn() touches it

    WhenDue(Due due, Duration longest, Turn task) {
      this.due = due;
      this.longest = longest;
      this.task = task;
    }

    @Override
    public Duration turn() {
      Duration left = left();
      if (!left.isZero()) {
        return left;
      }
      Duration pause = task.turn();
      doneAt = ticker.getAsLong();
      forget(); // the task has changed what is due
      try {
        Duration next = until(due);
        return shorter(pause, next.compareTo(SOON) < 0 ? SOON : next);
      } catch (StoreException e) {
        return pause; // as the task chose, which found the store away, too
      }
    }

    private static Duration shorter(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }

    private Duration left() {
      if (doneAt == null || ticker.getAsLong() - doneAt >= longest.toNanos()) {
        return Duration.ZERO;
      }
      try {
        return until(due);
      } catch (StoreException e) {
        return Duration.ZERO; // the task finds the store away, too, and reports it
      }
    }
  }

  /** The store failed, or hung. */
  void noteFault() {
    lastFault = ticker.getAsLong();
  }

  /** Whether the store failed or hung within this time. */
  boolean hadFault(Duration within) {
    Long fault = lastFault;
    return fault != null && ticker.getAsLong() - fault < within.toNanos();
  }
}
