package io.taskforge.remote;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of a report by a worker in another process. */
public sealed interface RemoteSettled {
  /** The job. */
  JobId job();

  /**
   * It is stored.
   *
   * @param state the job's state now
   * @param nextRunAt its next run, about: the store's word is in its history; or null
   * @param explanation why, in one line; may be empty
   */
  record Committed(JobId job, JobState state, @Nullable Instant nextRunAt, String explanation)
      implements RemoteSettled {}

  /** It is stored, but the job does not run again: somebody had asked to cancel it. */
  record Cancelled(JobId job) implements RemoteSettled {}

  /** The job is no longer the worker's, or was settled before; nothing has changed. */
  record Stale(JobId job) implements RemoteSettled {}
}
