package io.taskforge.server.outbound;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Aborts calls whose deadline has passed or whose thread was interrupted, because a thread that
 * blocks on a socket notices neither. One timer serves all calls.
 */
final class CallDeadlines implements AutoCloseable {
  enum Abort {
    DEADLINE,
    INTERRUPTED
  }

  private static final long CHECK_EVERY_NANOS = Duration.ofMillis(50).toNanos();

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

  /** Watches a call of the current thread until the result is closed. */
  Watched watch(Duration limit, Runnable abort) {
    Watched watched = new Watched(Thread.currentThread(), limit.toNanos(), abort);
    watched.check();
    return watched;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

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

    private synchronized void check() {
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
            timer.schedule(this::check, Math.min(left, CHECK_EVERY_NANOS), TimeUnit.NANOSECONDS);
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
