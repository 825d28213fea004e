package io.taskforge.job;

import org.jspecify.annotations.Nullable;

/**
 * What an enqueue did.
 *
 * @param id the new job, or the existing job with the same idempotency key
 * @param job the new job as it was stored, or null if it existed already
 */
public record Enqueued(JobId id, @Nullable Job job) {
  /** True if the job is new, false if it existed already. */
  public boolean created() {
    return job != null;
  }
}
