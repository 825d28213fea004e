package io.taskforge.engine.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link Turn} repeatedly on its own thread. {@code start} and {@code stop} are idempotent;
 * a stopped loop stays stopped.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  // After a failed turn: avoids spinning, and recovers soon.
  private static final Duration AFTER_FAULT = Duration.ofSeconds(1);

  // An extra turn does no harm; a longer pause could overflow a long of nanoseconds.
  private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

  private final String name;
  private final Turn turn;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable Thread thread; // guarded by lock
  private boolean stopped; // guarded by lock
  private boolean woken; // guarded by lock

  public Loop(String name, Turn turn) {
    this.name = name;
    this.turn = turn;
  }

  /** Starts the thread. */
  public void start() {
    lock.lock();
    try {
      if (thread == null && !stopped) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the current pause. */
  public void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more turns; the current one continues. */
  public void end() {
    lock.lock();
    try {
      stopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more turns, and interrupts the current one after {@code timeout}. */
  public void stop(Duration timeout) {
    end();
    Thread running = thread();
    if (running == null || running == Thread.currentThread()) {
      return;
    }
    try {
      running.join(Math.max(1, timeout.toMillis()));
      if (running.isAlive()) {
        running.interrupt();
      }
    } catch (InterruptedException e) {
      running.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Thread thread() {
    lock.lock();
    try {
      return thread;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (!isStopped()) {
      await(takeTurn());
    }
  }

  private Duration takeTurn() {
    try {
      return turn.turn();
    } catch (Throwable e) { // a failed turn must not end the loop
      log(e);
      return AFTER_FAULT;
    }
  }

  private void log(Throwable fault) {
    try {
      LOG.error("{}: turn failed, will retry", name, fault);
    } catch (Throwable e) {
      // Logging fails too when memory is short; the loop continues.
    }
  }

  private boolean isStopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  private void await(Duration pause) {
    lock.lock();
    try {
      long nanos = (pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE).toNanos();
      while (nanos > 0 && !woken && !stopped) {
        nanos = changed.awaitNanos(nanos);
      }
      woken = false;
    } catch (InterruptedException e) {
      // Only stop() ends the loop; a stray interrupt costs one early turn.
      woken = false;
    } finally {
      lock.unlock();
    }
  }
}
