package io.taskforge.server.tenant;

import org.jspecify.annotations.Nullable;

/**
 * A tenant's limits: its quota of waiting jobs and its enqueue rate limit.
 *
 * @param maxWaiting the maximum number of waiting jobs in all queues together; null for no limit
 * @param jobsPerSecond the maximum number of jobs enqueued per second on each node; null for no
 *     limit
 */
public record TenantLimits(@Nullable Long maxWaiting, @Nullable Double jobsPerSecond) {
  public static final TenantLimits NONE = new TenantLimits(null, null);
}
