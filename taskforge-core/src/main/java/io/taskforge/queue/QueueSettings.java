package io.taskforge.queue;

import io.taskforge.job.QueueName;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * How a queue treats its jobs, and what it allows each worker that serves it.
 *
 * @param retryPolicy for jobs whose own and whose type's policy is not set, or null
 * @param deadLetterQueue where jobs go that are given up, or null: they end FAILED
 * @param concurrency how many of its jobs a worker runs at once at most, or null: as many as the
 *     worker says itself; the smaller of both counts
 * @param rate how fast a worker may start its jobs, or null: as fast as it can
 */
public record QueueSettings(
    @Nullable PolicyChoice retryPolicy,
    @Nullable QueueName deadLetterQueue,
    @Nullable Integer concurrency,
    @Nullable StartRate rate) {
  private static final int MOST_CONCURRENCY = 100_000;

  /** Nothing special. */
  public static final QueueSettings NONE = new QueueSettings(null, null, null, null);

  public QueueSettings {
    if (concurrency != null && (concurrency < 1 || concurrency > MOST_CONCURRENCY)) {
      throw new IllegalArgumentException(
          "concurrency must be from 1 to %d but was %d".formatted(MOST_CONCURRENCY, concurrency));
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
