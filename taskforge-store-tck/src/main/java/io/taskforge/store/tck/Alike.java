package io.taskforge.store.tck;

import io.taskforge.job.Job;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;

/** Removes the values in which two stores may differ: tokens, and positions in a lease. */
final class Alike {
  private Alike() {}

  static ClaimedJob claimed(ClaimedJob job) {
    return at(job, new LeaseRef(0, 0));
  }

  /** Returns {@code job} under another lease. */
  static ClaimedJob at(ClaimedJob job, LeaseRef lease) {
    return new ClaimedJob(
        job.identity(),
        job.payload(),
        job.settings(),
        new ClaimedJob.Claim(lease, job.claimedAt(), job.lostBy(), job.cancelRequested()),
        job.number(),
        job.counters(),
        job.timing());
  }

  static Job job(Job job) {
    Job.RunningLease lease = job.lease();
    if (lease == null) {
      return job;
    }
    return new Job(
        job.identity(),
        job.payload(),
        job.settings(),
        job.createdAt(),
        new Job.Progress(
            job.state(),
            job.number(),
            job.counters(),
            job.runAt(),
            new Job.RunningLease(lease.worker(), 0, lease.claimedAt(), lease.expiresAt())),
        job.results());
  }
}
