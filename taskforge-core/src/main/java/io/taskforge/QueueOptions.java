package io.taskforge;

import io.taskforge.job.QueueName;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/** How this worker serves a queue, and how the queue treats its jobs. Used while building. */
public final class QueueOptions {
  private int concurrency = Integer.MAX_VALUE;
  private int weight = 1;
  private @Nullable PolicyChoice retryPolicy;
  private @Nullable QueueName deadLetterQueue;

  QueueOptions() {}

  /**
   * At most so many of its jobs run at once in this worker; by default as many as the worker runs.
   */
  public QueueOptions concurrency(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1 but was " + limit);
    }
    concurrency = limit;
    return this;
  }

  /**
   * How often it is served before others, relative to their weights; 1 by default, at most 1000.
   */
  public QueueOptions weight(int relative) {
    if (relative < 1 || relative > 1000) {
      throw new IllegalArgumentException("weight must be from 1 to 1000 but was " + relative);
    }
    weight = relative;
    return this;
  }

  /** The policy of jobs that have none of their own and none by their type. */
  public QueueOptions retryPolicy(RetryPolicy policy) {
    retryPolicy = PolicyChoice.of(policy);
    return this;
  }

  /**
   * As {@link #retryPolicy(RetryPolicy)}, by name: a preset's, or one of {@link
   * TaskForge#policies}. What stands under it at the time of a failure counts.
   */
  public QueueOptions retryPolicy(String name) {
    retryPolicy = PolicyChoice.named(name);
    return this;
  }

  /** Where jobs go that are given up; without it they end FAILED. */
  public QueueOptions deadLetterQueue(String name) {
    deadLetterQueue = new QueueName(name);
    return this;
  }

  int concurrency() {
    return concurrency;
  }

  int weight() {
    return weight;
  }

  /** What is stored for all workers; null if nothing was said, so that what is stored stays. */
  @Nullable QueueSettings settings() {
    return retryPolicy == null && deadLetterQueue == null
        ? null
        : new QueueSettings(retryPolicy, deadLetterQueue, null, null);
  }
}
