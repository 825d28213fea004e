package io.taskforge.engine.loop;

import java.time.Duration;
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

  private final String name;
  private final Turn turn;
  private final Wake wake;
  private @Nullable Thread thread; // guarded by this
  private volatile boolean stopped;

  public Loop(String name, Turn turn) {
    this(name, turn, new Wake());
  }

  /** A loop whose pauses {@code wake} ends too. */
  public Loop(String name, Turn turn, Wake wake) {
    this.name = name;
    this.turn = turn;
    this.wake = wake;
  }

  public synchronized void start() {
    if (thread == null && !stopped) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** What it repeats. */
  public Turn turn() {
    return turn;
  }

  /** Ends the current pause. */
  public void wake() {
    wake.wake();
  }

  /** Takes no more turns; the current one continues. */
  public void end() {
    stopped = true;
    wake.wake();
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

  private synchronized @Nullable Thread thread() {
    return thread;
  }

  private void run() {
    while (!stopped) {
      Duration pause = takeTurn();
      try {
        wake.await(pause);
      } catch (InterruptedException e) {
        // Only stop() ends the loop; a stray interrupt costs one early turn.
      }
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
}
