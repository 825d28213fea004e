package io.taskforge.server.http;

import io.taskforge.job.TenantId;
import io.taskforge.store.PageBytes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
  private final int share;
  private final Map<TenantId, Semaphore> shares = new ConcurrentHashMap<>();
  private final Duration patience;

  /**
   * Shares out a quarter of the heap; one tenant may have half of that.
   *
   * @param heap the size of the heap in bytes
   * @param patience how long a request waits for room
   */
  HeapBudget(long heap, Duration patience) {
    long largest = Math.max(LARGE_ANSWER, forBody(Limits.MAX_BODY_BYTES));
    long room = Math.max(largest, heap / 4);
    this.units = new Semaphore(unitsOf(room), true);
    this.share = unitsOf(Math.max(largest, room / 2));
    this.patience = patience;
  }

  private static int unitsOf(long bytes) {
    return (int) Math.min(Integer.MAX_VALUE, bytes / UNIT);
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
   * @param tenant the tenant of the caller; null for operators, who may use all of it
   * @throws ProblemException if there is no room for it now
   */
  Reservation reserve(int bytes, @Nullable TenantId tenant) {
    int wanted = unitsOf(bytes);
    if (wanted == 0) {
      // A request that needs nothing must not wait behind those that do.
      return new Reservation(null, 0);
    }
    Semaphore own =
        tenant == null ? null : shares.computeIfAbsent(tenant, any -> new Semaphore(share, true));
    try {
      if (own == null || own.tryAcquire(wanted, patience.toNanos(), TimeUnit.NANOSECONDS)) {
        if (units.tryAcquire(wanted, patience.toNanos(), TimeUnit.NANOSECONDS)) {
          return new Reservation(own, wanted);
        }
        if (own != null) {
          own.release(wanted);
        }
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
    private final @Nullable Semaphore own;
    private int held;

    private Reservation(@Nullable Semaphore own, int held) {
      this.own = own;
      this.held = held;
    }

    /** Gives back what an answer of this many bytes does not need. */
    void shrinkTo(int bytes) {
      int needed = Math.min(held, unitsOf(bytes));
      units.release(held - needed);
      if (own != null) {
        own.release(held - needed);
      }
      held = needed;
    }

    @Override
    public void close() {
      shrinkTo(0);
    }
  }
}
