package io.taskforge.server.tenant;

import io.taskforge.job.TenantId;
import io.taskforge.server.http.Problem;
import java.time.Duration;

/** A tenant's enqueue rate limit: a token bucket that holds one second's worth. Thread-safe. */
final class EnqueueRateLimit {
  // A nightly job must not be skipped because the tenant happens to be busy in that second.
  // In total the tenant's schedules still stay within the rate.
  private static final double SECONDS_AHEAD = 60;

  private final TenantId tenant;
  private double left;
  private long at;
  private boolean filled;

  EnqueueRateLimit(TenantId tenant) {
    this.tenant = tenant;
  }

  /** A batch larger than the bucket is admitted when the bucket is full, and leaves a debt. */
  synchronized void admit(int jobs, double rate, long now) {
    fill(rate, now);
    double needed = Math.min(jobs, size(rate));
    if (left < needed) {
      throw Problem.limitExceeded(
          "tenant %s exceeded its rate limit of %s jobs per second"
              .formatted(tenant, trimmed(rate)),
          Duration.ofNanos((long) Math.ceil((needed - left) / rate * 1e9)));
    }
    left -= jobs;
  }

  /** Takes up to {@code jobs} tokens, borrowing from the next seconds; returns how many. */
  synchronized int takeAhead(int jobs, double rate, long now) {
    fill(rate, now);
    int taken = (int) Math.max(0, Math.min(jobs, Math.floor(left + SECONDS_AHEAD * rate)));
    left -= taken;
    return taken;
  }

  /** Returns the tokens of admitted jobs that were not stored. */
  synchronized void giveBack(int jobs) {
    left += jobs; // the next fill discards what exceeds the bucket
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
