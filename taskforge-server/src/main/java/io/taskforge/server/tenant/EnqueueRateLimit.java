package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import java.time.Duration;

/** A second's worth of a tenant's jobs, which fills up again as time goes by. Thread-safe. */
final class EnqueueRateLimit {
  // A nightly job must not be lost because the tenant happens to be busy in that very second; a
  // tenant's schedules together stay within its rate all the same.
  private static final double SECONDS_AHEAD = 60;

  private final TenantId tenant;
  private double left;
  private long at;
  private boolean filled;

  EnqueueRateLimit(TenantId tenant) {
    this.tenant = tenant;
  }

  /** A batch that is larger than the bucket is let in when it is full, and paid off later. */
  synchronized void admit(int jobs, double rate, long now) {
    fill(rate, now);
    double needed = Math.min(jobs, size(rate));
    if (left < needed) {
      throw new LimitExceededException(
          "tenant %s may enqueue %s jobs a second".formatted(tenant, trimmed(rate)),
          Duration.ofNanos((long) Math.ceil((needed - left) / rate * 1e9)));
    }
    left -= jobs;
  }

  /** Returns how many of so many may come, some of them on account of seconds to come. */
  synchronized int takeAhead(int jobs, double rate, long now) {
    fill(rate, now);
    int taken = (int) Math.max(0, Math.min(jobs, Math.floor(left + SECONDS_AHEAD * rate)));
    left -= taken;
    return taken;
  }

  /** So many were let in and did not come. */
  synchronized void giveBack(int jobs) {
    left += jobs; // more than the bucket holds is lost when it is filled next
  }

  private void fill(double rate, long now) {
    double size = size(rate);
    left = filled ? Math.min(size, left + (now - at) / 1e9 * rate) : size;
    filled = true;
    at = now;
  }

  private static double size(double rate) {
    return Math.max(1, rate);
  }

  private static String trimmed(double rate) {
    return rate == Math.rint(rate) ? Long.toString((long) rate) : Double.toString(rate);
  }
}
