package io.taskforge.server.tenant;

import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.server.http.Problem;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The quota of one tenant's waiting jobs, by a count that is cached for a second. Thread-safe. */
final class WaitingJobsQuota {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration FULL = Duration.ofSeconds(5);
  // A slow count is made less often, so that it takes at most a twentieth of the time.
  private static final int REST = 20;

  private final TenantId tenant;
  private final JobQueries queries;
  private final LongSupplier ticker;
  private long waiting;
  private long countedAt;
  private long restNanos;
  private long validNanos = -1;

  WaitingJobsQuota(TenantId tenant, JobQueries queries, LongSupplier ticker) {
    this.tenant = tenant;
    this.queries = queries;
    this.ticker = ticker;
  }

  synchronized void admit(int jobs, long most) {
    count(jobs, most);
    if (waiting + jobs > most) {
      throw Problem.limitExceeded(
          "tenant %s has %d waiting jobs; %d more would exceed its quota of %d"
              .formatted(tenant, waiting, jobs, most),
          FULL);
    }
    waiting += jobs;
  }

  /** Takes up to {@code jobs} of the quota; returns how many. */
  synchronized int take(int jobs, long most) {
    count(jobs, most);
    int taken = (int) Math.max(0, Math.min(jobs, most - waiting));
    waiting += taken;
    return taken;
  }

  /** Returns what was taken for admitted jobs that were not stored. */
  synchronized void giveBack(int jobs) {
    waiting = Math.max(0, waiting - jobs);
  }

  private void count(int jobs, long most) {
    // Jobs may have run since the last count: count again before rejecting.
    long now = ticker.getAsLong();
    long age = now - countedAt;
    if (validNanos < 0 || age >= validNanos || (waiting + jobs > most && age >= restNanos)) {
      waiting = count(all());
      if (waiting + jobs > most) {
        // Webhook deliveries are exempt. They are counted only before a rejection, so that this
        // costs nothing while the tenant is below its quota.
        waiting = Math.max(0, waiting - count(all().type(WebhookDelivery.TYPE)));
      }
      countedAt = now;
      long took = ticker.getAsLong() - now;
      restNanos = took * REST;
      validNanos = Math.max(FRESH.toNanos(), took * REST);
    }
  }

  private JobFilter all() {
    return JobFilter.all(1).tenant(tenant);
  }

  private long count(JobFilter which) {
    return queries.count(which.state(JobState.QUEUED))
        + queries.count(which.state(JobState.RETRYING));
  }
}
