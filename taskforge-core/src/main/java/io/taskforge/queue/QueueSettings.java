package io.taskforge.queue;

import io.taskforge.destination.DestinationId;
import io.taskforge.destination.RetryBudget;
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

  /** No policy, no dead letter queue and no limits. */
  public static final QueueSettings NONE = new QueueSettings();

  private @Nullable PolicyChoice retryPolicy;
  private @Nullable QueueName deadLetterQueue;
  private DeadLetterOn deadLetterOn = DeadLetterOn.EXHAUSTED;
  private @Nullable Integer concurrency;
  private @Nullable StartRate rate;
  private @Nullable String destination;
  private @Nullable RetryBudget retryBudget;

  private QueueSettings() {}

  @Override
  protected void check() {
    if (retryPolicy != null) {
      PolicyChoice.requireWhole(retryPolicy);
    }
    if (destination != null && !DestinationId.isLegal(destination)) {
      throw new IllegalArgumentException(
          "destination must be 1 to 200 characters without spaces and control characters but was '%s'"
              .formatted(destination));
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

  /** Returns these settings with a retry policy; null for that of the type or the default. */
  public QueueSettings retryPolicy(@Nullable PolicyChoice policy) {
    return with(settings -> settings.retryPolicy = policy);
  }

  /** Returns these settings with a dead letter queue; null for none. */
  public QueueSettings deadLetterQueue(@Nullable QueueName queue) {
    return with(settings -> settings.deadLetterQueue = queue);
  }

  /** Returns these settings with another choice of the jobs that are dead-lettered. */
  public QueueSettings deadLetterOn(DeadLetterOn on) {
    return with(settings -> settings.deadLetterOn = on);
  }

  /**
   * Returns these settings with limits for each worker: jobs at once and starts per time; null for
   * none.
   */
  public QueueSettings limitedTo(@Nullable Integer atOnce, @Nullable StartRate starts) {
    return with(
        settings -> {
          settings.concurrency = atOnce;
          settings.rate = starts;
        });
  }

  /** Returns these settings with the destination of jobs that name none; null for none. */
  public QueueSettings destination(@Nullable String name) {
    return with(settings -> settings.destination = name);
  }

  /** Returns these settings with a retry budget of each worker, or without one. */
  public QueueSettings retryBudget(@Nullable RetryBudget budget) {
    return with(settings -> settings.retryBudget = budget);
  }

  /** The destination that jobs of this queue call if they name none, or null. */
  public @Nullable String destination() {
    return destination;
  }

  /** The most retries in relation to first attempts on a worker, or null for no limit. */
  public @Nullable RetryBudget retryBudget() {
    return retryBudget;
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
    return Arrays.asList(
        retryPolicy, deadLetterQueue, deadLetterOn, concurrency, rate, destination, retryBudget);
  }
}
