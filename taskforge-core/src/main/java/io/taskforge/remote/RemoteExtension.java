package io.taskforge.remote;

import io.taskforge.job.JobId;
import io.taskforge.job.WorkerMode;
import java.time.Instant;

/** The result of extending a lease. */
public sealed interface RemoteExtension {
  /** The id of the job whose lease was to be extended. */
  JobId job();

  /**
   * The lease was extended.
   *
   * @param leaseUntil when the lease expires at the earliest, by the store's clock
   * @param cancelRequested whether the job should be cancelled: stop and release it
   * @param mode what an operator has asked the worker to do
   */
  record Extended(JobId job, Instant leaseUntil, boolean cancelRequested, WorkerMode mode)
      implements RemoteExtension {}

  /** The lease was not extended because a result of its claim is being stored: extend it again. */
  record Busy(JobId job) implements RemoteExtension {}

  /** The lease was lost: stop the job, because its result will be ignored. */
  record Stale(JobId job) implements RemoteExtension {}
}
