package io.taskforge.remote;

import io.taskforge.job.JobId;
import java.time.Instant;

/** What a worker in another process learns when it extends its lease. */
public sealed interface RemoteExtension {
  /** The job. */
  JobId job();

  /**
   * The job is still the worker's.
   *
   * @param leaseUntil until when at least, by the store's clock
   * @param cancelRequested whether somebody wants it cancelled: stop, and release it
   */
  record Extended(JobId job, Instant leaseUntil, boolean cancelRequested)
      implements RemoteExtension {}

  /** The job is no longer the worker's: stop it, whatever it reports changes nothing. */
  record Stale(JobId job) implements RemoteExtension {}
}
