package io.taskforge.store.tck;

import io.taskforge.job.Job;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;

/** Removes the values in which two stores may differ: tokens, and positions in a lease. */
final class Alike {
  private Alike() {}

  static ClaimedJob claimed(ClaimedJob job) {
    return new ClaimedJob(
        new LeaseRef(0, 0),
        job.id(),
        job.queue(),
        job.type(),
        job.tenant(),
        job.payload(),
        job.priority(),
        job.guarantee(),
        job.retryPolicy(),
        job.timeout(),
        job.deadline(),
        job.idempotencyKey(),
        job.number(),
        job.counters(),
        job.scheduledAt(),
        job.claimedAt(),
        job.firstStartedAt(),
        job.previousDelay(),
        job.lostBy(),
        job.cancelRequested());
  }

  static Job job(Job job) {
    Job.RunningLease lease = job.lease();
    return new Job(
        job.id(),
        job.queue(),
        job.type(),
        job.tenant(),
        job.state(),
        job.priority(),
        job.number(),
        job.counters(),
        job.guarantee(),
        job.payload(),
        job.result(),
        job.idempotencyKey(),
        job.retryPolicy(),
        job.timeout(),
        job.deadline(),
        job.createdAt(),
        job.runAt(),
        job.finishedAt(),
        job.lastError(),
        job.deadLetter(),
        lease == null
            ? null
            : new Job.RunningLease(lease.worker(), 0, lease.claimedAt(), lease.expiresAt()));
  }
}
