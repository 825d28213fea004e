package io.taskforge.server.tenant;

import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.FreshValues;
import io.taskforge.store.JobFilter;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Lets tenants enqueue as much as their limits allow. A rate is this node's own. How many jobs wait
 * is counted every second at most, and what is let in meanwhile is added; with several nodes a
 * tenant may pass its limit by what the others let in within that second. Thread-safe.
 */
public final class EnqueueLimits {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration FULL = Duration.ofSeconds(5);
  // A count that takes long is asked for seldom: at most a twentieth of the time goes into it.
  private static final int REST = 20;

  private final JobQueries queries;
  private final LongSupplier ticker;
  private final FreshValues<TenantId, TenantLimits> limits;
  private final StoredLimits stored;
  private final FreshValues<TenantId, Bucket> buckets;
  private final FreshValues<TenantId, Depth> depths;

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public EnqueueLimits(StoredLimits stored, JobQueries queries, LongSupplier ticker) {
    this.stored = stored;
    this.queries = queries;
    this.ticker = ticker;
    limits = new FreshValues<>(ticker, FRESH);
    buckets = new FreshValues<>(ticker, Duration.ofDays(1));
    depths = new FreshValues<>(ticker, Duration.ofDays(1));
  }

  /** Takes note of limits that were changed here, at once. */
  public void changed(TenantId tenant) {
    limits.forget(tenant);
  }

  /**
   * Lets so many jobs in.
   *
   * @throws TooMuchException if they are too many for now
   */
  public void admit(TenantId tenant, int jobs) {
    TenantLimits most =
        limits.get(
            tenant,
            same ->
                stored.find(same).map(StoredLimits.Versioned::limits).orElse(TenantLimits.NONE));
    if (most.isNone()) {
      return;
    }
    if (most.maxWaiting() != null) {
      depths.get(tenant, same -> new Depth(same)).admit(jobs, most.maxWaiting());
    }
    if (most.jobsPerSecond() != null) {
      buckets.get(tenant, same -> new Bucket(same)).admit(jobs, most.jobsPerSecond());
    }
  }

  /** How many jobs of one tenant wait, about. */
  private final class Depth {
    private final TenantId tenant;
    private long waiting;
    private long countedAt;
    private long validNanos = -1;

    Depth(TenantId tenant) {
      this.tenant = tenant;
    }

    synchronized void admit(int jobs, long most) {
      long now = ticker.getAsLong();
      if (validNanos < 0 || now - countedAt >= validNanos) {
        waiting = count(JobState.QUEUED) + count(JobState.RETRYING);
        countedAt = now;
        validNanos = Math.max(FRESH.toNanos(), (ticker.getAsLong() - now) * REST);
      }
      if (waiting + jobs > most) {
        throw new TooMuchException(
            "tenant %s has %d jobs waiting and may have %d; %d more are too many"
                .formatted(tenant, waiting, most, jobs),
            FULL);
      }
      waiting += jobs;
    }

    private long count(JobState state) {
      return queries.count(JobFilter.all(1).tenant(tenant).state(state));
    }
  }

  /** A second's worth of jobs, which fills up again as time goes by. */
  private final class Bucket {
    private final TenantId tenant;
    private double left;
    private long at;
    private boolean filled;

    Bucket(TenantId tenant) {
      this.tenant = tenant;
    }

    /** A batch that is larger than the bucket is let in when it is full, and paid off later. */
    synchronized void admit(int jobs, double rate) {
      long now = ticker.getAsLong();
      double size = Math.max(1, rate);
      left = filled ? Math.min(size, left + (now - at) / 1e9 * rate) : size;
      filled = true;
      at = now;
      double needed = Math.min(jobs, size);
      if (left < needed) {
        throw new TooMuchException(
            "tenant %s may enqueue %s jobs a second".formatted(tenant, trimmed(rate)),
            Duration.ofNanos((long) Math.ceil((needed - left) / rate * 1e9)));
      }
      left -= jobs;
    }

    private static String trimmed(double rate) {
      return rate == Math.rint(rate) ? Long.toString((long) rate) : Double.toString(rate);
    }
  }
}
