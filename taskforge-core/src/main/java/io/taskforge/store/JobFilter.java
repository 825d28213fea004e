package io.taskforge.store;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list; null leaves a criterion out.
 *
 * @param errorType the last failure's type, without regard to case
 * @param createdFrom created then or later
 * @param createdBefore created before then
 * @param before only jobs with a smaller id: the cursor of the page before
 * @param limit from 1 to {@value #MAX_LIMIT}
 */
public record JobFilter(
    @Nullable QueueName queue,
    @Nullable JobState state,
    @Nullable JobType type,
    @Nullable TenantId tenant,
    @Nullable String errorType,
    @Nullable IdempotencyKey key,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore,
    @Nullable JobId before,
    int limit) {
  public static final int MAX_LIMIT = 1_000;

  public JobFilter {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
  }

  /** Everything, a page of {@code limit}. */
  public static JobFilter all(int limit) {
    return new JobFilter(null, null, null, null, null, null, null, null, null, limit);
  }

  /** Returns this filter for one queue. */
  public JobFilter queue(QueueName only) {
    return new JobFilter(
        only, state, type, tenant, errorType, key, createdFrom, createdBefore, before, limit);
  }

  /** Returns this filter for one state. */
  public JobFilter state(JobState only) {
    return new JobFilter(
        queue, only, type, tenant, errorType, key, createdFrom, createdBefore, before, limit);
  }

  /** Returns this filter for one job type. */
  public JobFilter type(JobType only) {
    return new JobFilter(
        queue, state, only, tenant, errorType, key, createdFrom, createdBefore, before, limit);
  }

  /** Returns this filter for one tenant. */
  public JobFilter tenant(TenantId only) {
    return new JobFilter(
        queue, state, type, only, errorType, key, createdFrom, createdBefore, before, limit);
  }

  /** Returns this filter for one type of last failure. */
  public JobFilter errorType(String only) {
    return new JobFilter(
        queue, state, type, tenant, only, key, createdFrom, createdBefore, before, limit);
  }

  /** Returns this filter for the page that follows {@code last}. */
  public JobFilter before(JobId last) {
    return new JobFilter(
        queue, state, type, tenant, errorType, key, createdFrom, createdBefore, last, limit);
  }
}
