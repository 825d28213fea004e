package io.taskforge.query;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which failed attempts to group; null leaves a criterion out.
 *
 * @param from ended then or later
 * @param queue where they ran
 * @param limit how many groups, from 1 to {@value #MAX_LIMIT}
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

  /** All that is kept, the {@code limit} largest groups. */
  public static FailureGroupFilter all(int limit) {
    return new FailureGroupFilter(null, null, null, limit);
  }

  /** Returns this filter for what ended then or later. */
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
