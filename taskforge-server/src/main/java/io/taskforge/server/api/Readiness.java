package io.taskforge.server.api;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import io.taskforge.server.http.Problem;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * The readiness check: the store accepts a small write in time, and no other call has failed
 * recently because of a full disk, a read-only database or corruption. Runs at most once a second,
 * regardless of the number of probes. Thread-safe.
 */
final class Readiness {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofMillis(1_800);

  private final JobStore store;
  private final LongSupplier ticker;
  private Check latest; // guarded by this

  Readiness(JobStore store, LongSupplier ticker) {
    this.store = store;
    this.ticker = ticker;
    this.latest = new Check(ticker.getAsLong() - FRESH.toNanos());
    this.latest.complete(Optional.empty());
  }

  /** A check and the problem that it found. */
  private static final class Check extends CompletableFuture<Optional<Problem>> {
    private final long begun;

    Check(long begun) {
      this.begun = begun;
    }
  }

  /** Returns the problem; empty if the server is ready. */
  Optional<Problem> problem() {
    Check check = check();
    long left = check.begun + LIMIT.toNanos() - ticker.getAsLong();
    try {
      return check.get(Math.max(0, left), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return Optional.of(Problem.outage(Outage.UNREACHABLE));
    } catch (ExecutionException e) {
      throw new IllegalStateException("readiness check failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(Problem.outage(null));
    }
  }

  private synchronized Check check() {
    long now = ticker.getAsLong();
    if (latest.isDone() && (now - latest.begun >= FRESH.toNanos() || isOutdated(latest))) {
      Check next = new Check(now);
      // In a separate thread: a store that hangs must not block request threads.
      Thread thread = new Thread(() -> carryOut(next), "taskforge-readiness");
      thread.setDaemon(true);
      thread.start();
      latest = next;
    }
    return latest;
  }

  private void carryOut(Check check) {
    var ignored = check.completeAsync(this::found, Runnable::run);
  }

  /** Whether a call has failed since the store last worked. */
  private boolean isOutdated(Check check) {
    return !check.isCompletedExceptionally()
        && check.join().isEmpty()
        && store.outage().isPresent();
  }

  private Optional<Problem> found() {
    try {
      store.checkWritable();
      // It was reachable just now, even if earlier calls failed.
      return store.outage().filter(outage -> outage != Outage.UNREACHABLE).map(Problem::outage);
    } catch (StoreException e) {
      return Optional.of(Problem.outage(e.outage()));
    }
  }
}
