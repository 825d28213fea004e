package io.taskforge.engine;

import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The run of a handler, by this worker's store or by a server: its thread, why it was interrupted,
 * and what it logged. Thread-safe.
 */
public abstract class HandlerRun {
  private static final int MAX_LINES = 100;
  private static final int MAX_LINE_BYTES = 1024;

  /** Why a handler's thread was interrupted; the first reason counts. */
  public enum Stop {
    TIMEOUT,
    CANCELLED,
    LEASE_LOST,
    SHUTDOWN,
    QUIET,
    NO_THREAD,
    NO_PLACE,
    HELD
  }

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

  protected HandlerRun(LongSupplier ticker) {
    this.ticker = ticker;
    this.claimedTick = ticker.getAsLong();
  }

  /** Begins on the current thread; false if the job was stopped or settled before. */
  public final synchronized boolean begin() {
    if (stop != null || settled.get()) {
      return false;
    }
    started = true;
    startedTick = ticker.getAsLong();
    thread = Thread.currentThread();
    return true;
  }

  /** Ends on the current thread and clears an interrupt that was meant for the handler. */
  public final synchronized void end() {
    thread = null;
    // Pool threads run other jobs next; the flag must not reach them.
    boolean ignored = Thread.interrupted();
  }

  /** Interrupts the handler; the first reason is kept. */
  public final synchronized void stop(Stop reason) {
    if (stop == null) {
      stop = reason;
      stopTick = ticker.getAsLong();
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  public final synchronized @Nullable Stop stopReason() {
    return stop;
  }

  public final synchronized boolean hasStarted() {
    return started;
  }

  /** Whether the handler was asked to stop that long ago and still runs. */
  public final synchronized boolean ignoresStop(Duration grace) {
    return stop != null && thread != null && hasPassed(grace, stopTick);
  }

  public final synchronized boolean runsLongerThan(Duration limit) {
    return thread != null && hasPassed(limit, startedTick);
  }

  /** Whether the handler is shutting down the JVM, from which it never returns. */
  public final synchronized boolean hasCalledExit() {
    return thread != null
        && Stream.of(thread.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().equals("java.lang.Runtime")
                        && frame.getMethodName().equals("exit"));
  }

  /** Whether the job was claimed longer than {@code limit} ago. */
  final boolean isHeldLongerThan(Duration limit) {
    return hasPassed(limit, claimedTick);
  }

  /** Whether the lease may have expired, if the last heartbeat was answered at {@code tick}. */
  public final boolean mayHaveLostLease(Duration lease, long tick) {
    return hasPassed(lease, tick) && hasPassed(lease, claimedTick);
  }

  /** Compares durations, not nanoseconds: "no limit" may be longer than a long can count. */
  private boolean hasPassed(Duration limit, long since) {
    return Duration.ofNanos(ticker.getAsLong() - since).compareTo(limit) >= 0;
  }

  /** The time since the claim. */
  final Duration sinceClaim() {
    return Duration.ofNanos(ticker.getAsLong() - claimedTick);
  }

  /** The time from the claim to the start, or null if it was not started. */
  final synchronized @Nullable Duration untilStart() {
    return started ? Duration.ofNanos(startedTick - claimedTick) : null;
  }

  /** The time since the start, or null if it was not started. */
  final synchronized @Nullable Duration sinceStart() {
    return started ? Duration.ofNanos(Math.max(0, ticker.getAsLong() - startedTick)) : null;
  }

  /** Claims the right to settle this job; true once only. */
  public final boolean settleOnce() {
    return settled.compareAndSet(false, true);
  }

  public final boolean isSettled() {
    return settled.get();
  }

  /** Adds a line to the log of the attempt; beyond the limit, lines are only counted. */
  protected final synchronized void addLine(String line) {
    if (log.size() < MAX_LINES) {
      log.add(BoundedText.of(line, MAX_LINE_BYTES));
    } else {
      linesLeftOut++;
    }
  }

  /** What the handler logged. */
  protected final synchronized List<String> lines() {
    if (linesLeftOut == 0) {
      return List.copyOf(log);
    }
    List<String> lines = new ArrayList<>(log);
    lines.add("… " + linesLeftOut + " more lines were not kept");
    return lines;
  }

  /** The handler reported how much of its work is done, from 0 to 1. */
  protected final synchronized void reached(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("progress must be from 0 to 1 but was " + share);
    }
    progress = share;
  }

  protected final synchronized @Nullable Double progress() {
    return progress;
  }
}
