package io.taskforge.remote;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The result of a remote worker's report. */
public sealed interface RemoteSettled {
  /** The id of the job. */
  JobId job();

  /**
   * The report was stored.
   *
   * @param state the job's state now
   * @param nextRunAt the approximate time of the next run, or null; the exact one is in the job's
   *     history
   * @param explanation the reason in one line; may be empty
   */
  record Committed(JobId job, JobState state, @Nullable Instant nextRunAt, String explanation)
      implements RemoteSettled {}

  /** The report was stored, and the job ended because a cancellation had been requested. */
  record Cancelled(JobId job) implements RemoteSettled {}

  /** The lease was lost, or the job was already settled; nothing has changed. */
  record Stale(JobId job) implements RemoteSettled {}
}
