package io.taskforge.engine.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Ends a thread's pause early. A call outside a pause ends the next one. */
public final class Wake {
  // An early return does no harm; a longer pause could overflow a long of nanoseconds.
  private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean woken; // guarded by lock

  /** Ends the current or the next pause. */
  public void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for {@link #wake}, at most {@code pause}. */
  public void await(Duration pause) throws InterruptedException {
    lock.lock();
    try {
      long nanos = (pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE).toNanos();
      while (nanos > 0 && !woken) {
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      woken = false;
      lock.unlock();
    }
  }
}
