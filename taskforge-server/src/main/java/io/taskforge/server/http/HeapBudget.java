package io.taskforge.server.http;

import io.taskforge.store.PageBytes;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the heap that requests of one kind take at the same time: backpressure instead of an
 * OutOfMemoryError. A request reserves what it needs at most before anything is read, and is
 * refused with 503 if there is no room within a short wait. Thread-safe.
 */
final class HeapBudget {
  /** What a large answer needs: the items, their JSON, and a copy of either. */
  static final int LARGE_ANSWER = 4 * PageBytes.MAX;

  // The tree of a JSON text such as [{},{}] takes some 27 times its bytes.
  private static final int TREE_FACTOR = 32;
  // Bodies up to this size are too small to matter, whatever the number of connections.
  private static final int SMALL_BODY = 32 * 1024;
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
  HeapBudget(long heap, Duration patience) {
    long largest = Math.max(LARGE_ANSWER, forBody(Limits.MAX_BODY_BYTES));
    this.units =
        new Semaphore((int) Math.min(Integer.MAX_VALUE, Math.max(largest, heap / 4) / UNIT), true);
    this.patience = patience;
  }

  /**
   * Returns what reading a JSON body may take.
   *
   * @param length the Content-Length, or -1 if it is not known
   */
  static int forBody(long length) {
    if (length >= 0 && length <= SMALL_BODY) {
      return 0;
    }
    long most = Limits.MAX_BODY_BYTES;
    return TREE_FACTOR * (int) (length < 0 ? most : Math.min(length, most));
  }

  /**
   * Reserves heap for one request.
   *
   * @throws ProblemException if there is no room for it now
   */
  Reservation reserve(int bytes) {
    try {
      if (units.tryAcquire(bytes / UNIT, patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return new Reservation(bytes / UNIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw Problem.plain(
            503,
            "busy",
            "Too many large requests at once",
            "the requests in progress take as much memory as the server allows; try again later")
        .retryAfter(AGAIN)
        .exception();
  }

  /** The heap that is kept for one request until it is closed. */
  final class Reservation implements AutoCloseable {
    private int held;

    private Reservation(int held) {
      this.held = held;
    }

    /** Gives back what an answer of this many bytes does not need. */
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
