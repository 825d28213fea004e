package io.taskforge.query;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;

/** A tenant, a queue and a job type that occur together. */
public record JobPlace(TenantId tenant, QueueName queue, JobTypeName type) {}
