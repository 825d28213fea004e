package io.taskforge.job;

/**
 * Which job it is.
 *
 * @param queue the queue that it runs in; the dead letter queue of a dead job
 */
public record JobIdentity(JobId id, QueueName queue, JobTypeName type, TenantId tenant) {}
