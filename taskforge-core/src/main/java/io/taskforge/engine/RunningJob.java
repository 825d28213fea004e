package io.taskforge.engine;

import io.taskforge.job.Run;
import io.taskforge.store.ClaimedJob;
import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A claimed job in the engine: the thread of its handler, why it was interrupted, and what it
 * logged. Thread-safe.
 */
final class RunningJob {
  private static final int MAX_LINES = 100;
  private static final int MAX_LINE_BYTES = 1024;

  /** Why a handler's thread was interrupted; the first reason counts. */
  enum Stop {
    TIMEOUT,
    CANCELLED,
    LEASE_LOST,
    SHUTDOWN,
    QUIET,
    NO_THREAD,
    NO_PLACE,
    HELD
  }

  final ClaimedJob job;
  private final Destinations.@Nullable Call claimed;
  private final LongSupplier ticker;
  private final long claimedTick;
  private final AtomicBoolean settled = new AtomicBoolean();
  private final List<String> log = new ArrayList<>(0); // guarded by this
  private int linesLeftOut; // guarded by this
  private @Nullable Double progress; // guarded by this
  private @Nullable Thread thread; // guarded by this
  private @Nullable Stop stop; // guarded by this
  private boolean started; // guarded by this
  private long startedTick; // guarded by this
  private long stopTick; // guarded by this
  private volatile boolean completedInTransaction;
  private volatile Destinations.@Nullable Call call;

  /**
   * @param claimed what is known of its destination now; null if it has none
   */
  RunningJob(ClaimedJob job, Destinations.@Nullable Call claimed, LongSupplier ticker) {
    this.job = job;
    this.claimed = claimed;
    this.ticker = ticker;
    this.claimedTick = ticker.getAsLong();
  }

  /** What was known of its destination when it was claimed; null if it has none. */
  Destinations.@Nullable Call claimed() {
    return claimed;
  }

  /** Its call to its destination; null if it has none, or was not started. */
  Destinations.@Nullable Call call() {
    return call;
  }

  void call(Destinations.@Nullable Call sent) {
    call = sent;
  }

  /** An estimate of the store's time: the time of the claim plus what has passed since. */
  Instant storeNow() {
    return job.claimedAt().plusNanos(ticker.getAsLong() - claimedTick);
  }

  /** Begins on the current thread; false if the job was stopped or settled before. */
  synchronized boolean begin() {
    if (stop != null || settled.get()) {
      return false;
    }
    started = true;
    startedTick = ticker.getAsLong();
    thread = Thread.currentThread();
    return true;
  }

  /** Ends on the current thread and clears an interrupt that was meant for the handler. */
  synchronized void end() {
    thread = null;
    // Pool threads run other jobs next; the flag must not reach them.
    boolean ignored = Thread.interrupted();
  }

  /** Interrupts the handler; the first reason is kept. */
  synchronized void stop(Stop reason) {
    if (stop == null) {
      stop = reason;
      stopTick = ticker.getAsLong();
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  synchronized @Nullable Stop stopReason() {
    return stop;
  }

  /** Whether the handler was asked to stop that long ago and still runs. */
  synchronized boolean ignoresStop(Duration grace) {
    return stop != null && thread != null && hasPassed(grace, stopTick);
  }

  /** Whether the handler is shutting down the JVM, from which it never returns. */
  synchronized boolean hasCalledExit() {
    return thread != null
        && Stream.of(thread.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().equals("java.lang.Runtime")
                        && frame.getMethodName().equals("exit"));
  }

  synchronized boolean hasStarted() {
    return started;
  }

  synchronized boolean runsLongerThan(Duration limit) {
    return thread != null && hasPassed(limit, startedTick);
  }

  /** Whether the job was claimed longer than {@code limit} ago. */
  boolean isHeldLongerThan(Duration limit) {
    return hasPassed(limit, claimedTick);
  }

  /** Whether the lease may have expired, if the last heartbeat was answered at {@code tick}. */
  boolean mayHaveLostLease(Duration lease, long tick) {
    return hasPassed(lease, tick) && hasPassed(lease, claimedTick);
  }

  /** Compares durations, not nanoseconds: "no limit" may be longer than a long can count. */
  private boolean hasPassed(Duration limit, long since) {
    return Duration.ofNanos(ticker.getAsLong() - since).compareTo(limit) >= 0;
  }

  /** The run until now. */
  synchronized Run run() {
    return new Run(
        started ? job.claimedAt().plusNanos(startedTick - claimedTick) : null,
        started ? Duration.ofNanos(Math.max(0, ticker.getAsLong() - startedTick)) : null,
        log(),
        progress);
  }

  /** Claims the right to settle this job; true once only. */
  boolean settleOnce() {
    return settled.compareAndSet(false, true);
  }

  boolean isSettled() {
    return settled.get();
  }

  void completedInTransaction() {
    completedInTransaction = true;
  }

  boolean isCompletedInTransaction() {
    return completedInTransaction;
  }

  synchronized void addLine(String line) {
    if (log.size() < MAX_LINES) {
      log.add(BoundedText.of(line, MAX_LINE_BYTES));
    } else {
      linesLeftOut++;
    }
  }

  private synchronized List<String> log() {
    if (linesLeftOut == 0) {
      return List.copyOf(log);
    }
    List<String> lines = new ArrayList<>(log);
    lines.add("… " + linesLeftOut + " more lines were not kept");
    return lines;
  }

  synchronized void progress(double share) {
    progress = share;
  }
}
