package io.taskforge.server.tenant;

import org.jspecify.annotations.Nullable;

/**
 * What a tenant may do at most.
 *
 * @param maxWaiting how many of its jobs may wait, in all queues together; null for any number
 * @param jobsPerSecond how many jobs it may enqueue in a second at each node; null for any number
 */
public record TenantLimits(@Nullable Long maxWaiting, @Nullable Double jobsPerSecond) {
  /** No limits. */
  public static final TenantLimits NONE = new TenantLimits(null, null);
}
