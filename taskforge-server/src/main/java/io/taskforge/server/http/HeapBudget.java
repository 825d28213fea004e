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
 * Backpressure and load shedding: limits the heap that concurrent requests take, to prevent an
 * OutOfMemoryError. A request reserves its maximum before it reads anything, and is rejected with
 * 503 if that much heap does not become free within a short wait. Thread-safe.
 */
final class HeapBudget {
  /** The heap of a large response: the items, their JSON, and a copy of each. */
  static final int LARGE_REPLY = 4 * PageBytes.MAX;

  // The tree of a JSON text such as [{},{}] takes about 27 times the size of the text.
  private static final int TREE_FACTOR = 32;
  // Bodies up to this size do not matter, even on all connections at once.
  private static final int SMALL_BODY = 32 * 1024;
  private static final int UNIT = 1024;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Semaphore units;
  private final int share;
  private final Map<TenantId, Semaphore> shares = new ConcurrentHashMap<>();
  private final Duration maxWait;

  /**
   * Creates a budget of a quarter of the heap. One tenant may use half of the budget.
   *
   * @param heap the size of the heap in bytes
   * @param maxWait how long a request waits for a reservation
   */
  HeapBudget(long heap, Duration maxWait) {
    long largest = Math.max(LARGE_REPLY, forBody(Limits.MAX_BODY_BYTES));
    long room = Math.max(largest, heap / 4);
    this.units = new Semaphore(unitsOf(room), true);
    this.share = unitsOf(Math.max(largest, room / 2));
    this.maxWait = maxWait;
  }

  private static int unitsOf(long bytes) {
    return (int) Math.min(Integer.MAX_VALUE, bytes / UNIT);
  }

  /**
   * Returns the heap that reading a JSON body may take, in bytes.
   *
   * @param length the Content-Length, or -1 if unknown
   */
  static int forBody(long length) {
    if (length >= 0 && length <= SMALL_BODY) {
      return 0;
    }
    long most = Limits.MAX_BODY_BYTES;
    return TREE_FACTOR * (int) (length < 0 ? most : Math.min(length, most));
  }

  /**
   * @param tenant the tenant of the caller; null for operators, who may use the whole budget
   * @throws Problem if the heap does not become free in time
   */
  Reservation reserve(int bytes, @Nullable TenantId tenant) {
    int wanted = unitsOf(bytes);
    if (wanted == 0) {
      // A small request must not wait behind large ones.
      return new Reservation(null, 0);
    }
    Semaphore own =
        tenant == null ? null : shares.computeIfAbsent(tenant, any -> new Semaphore(share, true));
    try {
      if (own == null || own.tryAcquire(wanted, maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
        if (units.tryAcquire(wanted, maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
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
        .retryAfter(RETRY_AFTER);
  }

  /** The heap that is reserved for one request until this is closed. */
  final class Reservation implements AutoCloseable {
    private final @Nullable Semaphore own;
    private int held;

    private Reservation(@Nullable Semaphore own, int held) {
      this.own = own;
      this.held = held;
    }

    /** Releases the heap that a response of this many bytes does not need. */
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
