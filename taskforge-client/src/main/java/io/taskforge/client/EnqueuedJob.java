package io.taskforge.client;

import io.taskforge.job.JobId;

/**
 * What an enqueue did.
 *
 * @param id the new job, or the existing job with the same idempotency key
 * @param created true if the job is new, false if it existed already
 */
public record EnqueuedJob(JobId id, boolean created) {}
