package io.taskforge.job;

/**
 * The answer to an enqueue.
 *
 * @param id the job, or the earlier one with the same idempotency key
 * @param created whether this call stored it
 */
public record Enqueued(JobId id, boolean created) {}
