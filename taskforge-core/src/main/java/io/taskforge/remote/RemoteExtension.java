package io.taskforge.remote;

import io.taskforge.job.JobId;
import java.time.Instant;

/** The result of extending a lease. */
public sealed interface RemoteExtension {

  JobId job();

  /**
   * The lease was extended.
   *
   * @param leaseUntil when the lease expires at the earliest, by the store's clock
   * @param cancelRequested whether the job should be cancelled: stop and release it
   */
  record Extended(JobId job, Instant leaseUntil, boolean cancelRequested)
      implements RemoteExtension {}

  /** The lease was lost: stop the job, because its result will be ignored. */
  record Stale(JobId job) implements RemoteExtension {}
}
