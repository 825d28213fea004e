package io.taskforge.queue;

import io.taskforge.job.QueueName;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.GiveUpReason;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.value.Value;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a queue: retry policy, dead letter queue and limits for each worker. Immutable.
 * Start with {@link #NONE} or {@link #of}.
 */
public final class QueueSettings extends Value<QueueSettings> {
  private static final int MAX_CONCURRENCY = 100_000;

  public static final QueueSettings NONE = new QueueSettings();

  private @Nullable PolicyChoice retryPolicy;
  private @Nullable QueueName deadLetterQueue;
  private DeadLetterOn deadLetterOn = DeadLetterOn.EXHAUSTED;
  private @Nullable Integer concurrency;
  private @Nullable StartRate rate;

  private QueueSettings() {}

  @Override
  protected void check() {
    if (retryPolicy != null) {
      PolicyChoice.requireWhole(retryPolicy);
    }
    if (concurrency != null && (concurrency < 1 || concurrency > MAX_CONCURRENCY)) {
      throw new IllegalArgumentException(
          "concurrency must be from 1 to %d but was %d".formatted(MAX_CONCURRENCY, concurrency));
    }
  }

  /** Returns settings with this policy and dead letter queue, if any, and without limits. */
  public static QueueSettings of(
      @Nullable RetryPolicy retryPolicy, @Nullable QueueName deadLetterQueue) {
    return NONE.retryPolicy(retryPolicy == null ? null : PolicyChoice.of(retryPolicy))
        .deadLetterQueue(deadLetterQueue);
  }

  public QueueSettings retryPolicy(@Nullable PolicyChoice policy) {
    return with(settings -> settings.retryPolicy = policy);
  }

  public QueueSettings deadLetterQueue(@Nullable QueueName queue) {
    return with(settings -> settings.deadLetterQueue = queue);
  }

  /** Returns these settings with another choice of the jobs that are dead-lettered. */
  public QueueSettings deadLetterOn(DeadLetterOn on) {
    return with(settings -> settings.deadLetterOn = on);
  }

  public QueueSettings limitedTo(@Nullable Integer atOnce, @Nullable StartRate starts) {
    return with(
        settings -> {
          settings.concurrency = atOnce;
          settings.rate = starts;
        });
  }

  /** The policy of jobs for which neither the job nor its type has one, or null. */
  public @Nullable PolicyChoice retryPolicy() {
    return retryPolicy;
  }

  /** The queue for jobs that are given up; null if they end as FAILED. */
  public @Nullable QueueName deadLetterQueue() {
    return deadLetterQueue;
  }

  /** The queue for a job that is given up for this reason; null if it ends as FAILED. */
  public @Nullable QueueName deadLetterQueue(GiveUpReason reason) {
    return deadLetterOn.includes(reason) ? deadLetterQueue : null;
  }

  /** Which jobs that are given up move to the dead letter queue; by default exhausted ones. */
  public DeadLetterOn deadLetterOn() {
    return deadLetterOn;
  }

  /**
   * The maximum number of jobs of this queue that a worker runs concurrently, or null for no limit;
   * the worker's own limit applies too.
   */
  public @Nullable Integer concurrency() {
    return concurrency;
  }

  /** The rate limit for starting jobs on a worker, or null for none. */
  public @Nullable StartRate rate() {
    return rate;
  }

  @Override
  protected List<@Nullable Object> fields() {
    return Arrays.asList(retryPolicy, deadLetterQueue, deadLetterOn, concurrency, rate);
  }
}
