package io.taskforge;

import io.taskforge.job.JobTypeName;
import io.taskforge.retry.PolicyChoice;
import java.time.Instant;

/**
 * The stored retry policy of a job type.
 *
 * @param version 1 at first, incremented by each change
 * @param createdAt when it was created, by the store's clock
 * @param changedAt when this version was stored
 */
public record TypePolicy(
    JobTypeName type, PolicyChoice policy, long version, Instant createdAt, Instant changedAt) {}
