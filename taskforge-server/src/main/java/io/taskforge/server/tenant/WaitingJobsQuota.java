package io.taskforge.server.tenant;

import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How many jobs of one tenant wait, about. Thread-safe. */
final class WaitingJobsQuota {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration FULL = Duration.ofSeconds(5);
  // A count that takes long is asked for seldom: at most a twentieth of the time goes into it.
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
      throw new LimitExceededException(
          "tenant %s has %d jobs waiting and may have %d; %d more are too many"
              .formatted(tenant, waiting, most, jobs),
          FULL);
    }
    waiting += jobs;
  }

  /** Returns for how many of so many there is room, and counts them. */
  synchronized int take(int jobs, long most) {
    count(jobs, most);
    int taken = (int) Math.max(0, Math.min(jobs, most - waiting));
    waiting += taken;
    return taken;
  }

  /** So many were let in and did not come. */
  synchronized void giveBack(int jobs) {
    waiting = Math.max(0, waiting - jobs);
  }

  private void count(int jobs, long most) {
    // Jobs that have run since make room: who would be refused is counted anew before.
    long now = ticker.getAsLong();
    long age = now - countedAt;
    if (validNanos < 0 || age >= validNanos || (waiting + jobs > most && age >= restNanos)) {
      waiting = count(all());
      if (waiting + jobs > most) {
        // Nobody chooses how many deliveries wait for a receiver. They are counted only for who
        // would be refused, so that it costs nothing as long as there is room.
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
