package io.taskforge.store;

import io.taskforge.job.QueueName;
import io.taskforge.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * How a queue treats its jobs.
 *
 * @param retryPolicy for jobs whose own and whose type's policy is not set, or null
 * @param deadLetterQueue where jobs go that are given up, or null: they end FAILED
 */
public record QueueSettings(
    @Nullable RetryPolicy retryPolicy, @Nullable QueueName deadLetterQueue) {
  /** Nothing special. */
  public static final QueueSettings NONE = new QueueSettings(null, null);
}
