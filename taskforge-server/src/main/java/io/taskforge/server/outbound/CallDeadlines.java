package io.taskforge.server.outbound;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Aborts calls that run past their deadline, or whose thread was interrupted: a thread that waits
 * for a socket notices neither. One timer for all calls.
 */
final class CallDeadlines implements AutoCloseable {
  /** Why a call was aborted. */
  enum Abort {
    DEADLINE,
    INTERRUPTED
  }

  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(50).toNanos();

  private final LongSupplier ticker;
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, task -> daemon(task, "taskforge-calls"));

  CallDeadlines(LongSupplier ticker) {
    this.ticker = ticker;
    timer.setRemoveOnCancelPolicy(true);
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Watches a call of the current thread until the watch is closed. */
  Watched watch(Duration limit, Runnable abort) {
    Watched watched = new Watched(Thread.currentThread(), limit.toNanos(), abort);
    watched.look();
    return watched;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** One call under watch. */
  final class Watched implements AutoCloseable {
    private final Thread caller;
    private final Runnable abort;
    private final long start = ticker.getAsLong();
    private final long limit;
    private boolean done; // guarded by this
    private @Nullable Abort reason; // guarded by this

    private Watched(Thread caller, long limit, Runnable abort) {
      this.caller = caller;
      this.limit = limit;
      this.abort = abort;
    }

    private synchronized void look() {
      if (done) {
        return;
      }
      long left = limit - (ticker.getAsLong() - start);
      if (caller.isInterrupted()) {
        reason = Abort.INTERRUPTED;
      } else if (left <= 0) {
        reason = Abort.DEADLINE;
      } else {
        var ignored =
            timer.schedule(this::look, Math.min(left, LOOK_EVERY_NANOS), TimeUnit.NANOSECONDS);
        return;
      }
      done = true;
      abort.run();
    }

    /** Why the call was aborted; null if it was not. */
    synchronized @Nullable Abort reason() {
      return reason;
    }

    @Override
    public synchronized void close() {
      done = true;
    }
  }
}
