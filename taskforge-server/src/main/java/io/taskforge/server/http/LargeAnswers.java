package io.taskforge.server.http;

import io.taskforge.store.PageBytes;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the heap that all large answers take at the same time, such as pages of lists:
 * backpressure instead of an OutOfMemoryError. A request reserves what it needs at most before
 * anything is read, keeps what its answer takes until the client has it, and is refused with 503 if
 * there is no room within a short wait. Thread-safe.
 */
final class LargeAnswers {
  /** What one answer needs: the items, their JSON, and a copy of either. */
  static final int MOST = 4 * PageBytes.MAX;

  private static final int UNIT = 1024;
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Semaphore units;
  private final Duration patience;

  /**
   * Shares out a quarter of the heap.
   *
   * @param heap the size of the heap in bytes
   * @param patience how long a request waits for room
   */
  LargeAnswers(long heap, Duration patience) {
    long room = Math.max(MOST, heap / 4) / UNIT;
    this.units = new Semaphore((int) Math.min(Integer.MAX_VALUE, room), true);
    this.patience = patience;
  }

  /**
   * Reserves the heap for one answer.
   *
   * @throws ProblemException if there is no room for it now
   */
  Reservation reserve() {
    try {
      if (units.tryAcquire(MOST / UNIT, patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return new Reservation(MOST / UNIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw Problem.plain(
            503,
            "busy",
            "Too many large answers at once",
            "the server is sending as many large answers as its memory allows; try again, or ask"
                + " for fewer items")
        .retryAfter(AGAIN)
        .exception();
  }

  /** The heap that is kept for one answer until it is closed. */
  final class Reservation implements AutoCloseable {
    private int held;

    private Reservation(int held) {
      this.held = held;
    }

    /** Gives back what an answer of so many bytes does not need. */
    void shrinkTo(int bytes) {
      int needed = Math.min(held, bytes / UNIT);
      units.release(held - needed);
      held = needed;
    }

    @Override
    public void close() {
      units.release(held);
      held = 0;
    }
  }
}
