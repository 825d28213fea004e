package io.taskforge.query;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which failed attempts to group; null means no restriction.
 *
 * @param from only attempts that ended at or after this time
 * @param queue the queue in which they ran
 * @param limit the maximum number of groups, from 1 to {@value #MAX_LIMIT}
 */
public record FailureGroupFilter(
    @Nullable Instant from, @Nullable QueueName queue, @Nullable TenantId tenant, int limit) {
  public static final int MAX_LIMIT = 1_000;

  public FailureGroupFilter {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
  }

  /** The {@code limit} largest groups of all attempts. */
  public static FailureGroupFilter all(int limit) {
    return new FailureGroupFilter(null, null, null, limit);
  }

  /** Returns this filter for attempts that ended at or after {@code start}. */
  public FailureGroupFilter from(Instant start) {
    return new FailureGroupFilter(start, queue, tenant, limit);
  }

  /** Returns this filter for one queue. */
  public FailureGroupFilter queue(QueueName only) {
    return new FailureGroupFilter(from, only, tenant, limit);
  }

  /** Returns this filter for one tenant. */
  public FailureGroupFilter tenant(TenantId only) {
    return new FailureGroupFilter(from, queue, only, limit);
  }
}
