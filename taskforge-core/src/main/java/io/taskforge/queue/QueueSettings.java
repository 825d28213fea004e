package io.taskforge.queue;

import io.taskforge.job.QueueName;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a queue: retry policy, dead letter queue and limits for each worker.
 *
 * @param retryPolicy the policy of jobs for which neither the job nor its type has one, or null
 * @param deadLetterQueue the queue for failed jobs; null if they end as FAILED
 * @param concurrency the maximum number of jobs of this queue that a worker runs concurrently, or
 *     null for no limit; the worker's own limit applies too
 * @param rate the rate limit for starting jobs on a worker, or null for none
 */
public record QueueSettings(
    @Nullable PolicyChoice retryPolicy,
    @Nullable QueueName deadLetterQueue,
    @Nullable Integer concurrency,
    @Nullable StartRate rate) {
  private static final int MAX_CONCURRENCY = 100_000;

  /** No settings. */
  public static final QueueSettings NONE = new QueueSettings(null, null, null, null);

  public QueueSettings {
    if (concurrency != null && (concurrency < 1 || concurrency > MAX_CONCURRENCY)) {
      throw new IllegalArgumentException(
          "concurrency must be from 1 to %d but was %d".formatted(MAX_CONCURRENCY, concurrency));
    }
  }

  /** Returns settings with this policy and dead letter queue, if any, and without limits. */
  public static QueueSettings of(
      @Nullable RetryPolicy retryPolicy, @Nullable QueueName deadLetterQueue) {
    return new QueueSettings(
        retryPolicy == null ? null : PolicyChoice.of(retryPolicy), deadLetterQueue, null, null);
  }

  /** Returns these settings with other limits. */
  public QueueSettings limitedTo(@Nullable Integer atOnce, @Nullable StartRate starts) {
    return new QueueSettings(retryPolicy, deadLetterQueue, atOnce, starts);
  }
}
