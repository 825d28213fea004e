package io.taskforge;

import io.taskforge.destination.RetryBudget;
import io.taskforge.engine.EngineConfig.ServedQueue;
import io.taskforge.job.QueueName;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options of a queue that a worker serves. Used while building. */
public final class QueueOptions {
  private int concurrency = Integer.MAX_VALUE;
  private int weight = 1;
  private QueueSettings settings = QueueSettings.NONE;

  QueueOptions() {}

  /** How many jobs of the queue run at once in this worker; by default the worker's concurrency. */
  public QueueOptions concurrency(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("concurrency must be at least 1 but was " + limit);
    }
    concurrency = limit;
    return this;
  }

  /**
   * How often the queue is served first, relative to the weights of others; from 1, the default, to
   * 1000.
   */
  public QueueOptions weight(int relative) {
    if (relative < 1 || relative > 1000) {
      throw new IllegalArgumentException("weight must be from 1 to 1000 but was " + relative);
    }
    weight = relative;
    return this;
  }

  /** The retry policy of jobs that have none of their own and none by their type. */
  public QueueOptions retryPolicy(RetryPolicy policy) {
    settings = settings.retryPolicy(PolicyChoice.of(policy));
    return this;
  }

  /**
   * As {@link #retryPolicy(RetryPolicy)}, by name: a preset's, or one of {@link
   * TaskForge#policies}. The name is looked up when a job fails.
   */
  public QueueOptions retryPolicy(String name) {
    settings = settings.retryPolicy(PolicyChoice.named(name));
    return this;
  }

  /** The dead letter queue for jobs that are given up; without one they end FAILED. */
  public QueueOptions deadLetterQueue(String name) {
    settings = settings.deadLetterQueue(new QueueName(name));
    return this;
  }

  /** Which jobs move to the dead letter queue; by default {@link DeadLetterOn#EXHAUSTED}. */
  public QueueOptions deadLetterOn(DeadLetterOn on) {
    settings = settings.deadLetterOn(on);
    return this;
  }

  /** The destination that jobs of the queue call if they name none: turns circuit breaking on. */
  public QueueOptions destination(String name) {
    settings = settings.destination(name);
    return this;
  }

  /** Limits retries in relation to first attempts; retries beyond it are postponed. */
  public QueueOptions retryBudget(RetryBudget budget) {
    settings = settings.retryBudget(budget);
    return this;
  }

  /** The queues as a worker with this concurrency serves them. */
  static List<ServedQueue> served(Map<QueueName, QueueOptions> queues, int concurrency) {
    List<ServedQueue> served = new ArrayList<>();
    queues.forEach(
        (queue, options) ->
            served.add(
                new ServedQueue(
                    queue, Math.min(options.concurrency, concurrency), options.weight)));
    return served;
  }

  /** The settings to store for all workers; queues without any keep those that are stored. */
  static Map<QueueName, QueueSettings> stored(Map<QueueName, QueueOptions> queues) {
    Map<QueueName, QueueSettings> stored = new LinkedHashMap<>();
    queues.forEach((queue, options) -> stored.put(queue, options.settings));
    stored.values().removeIf(QueueSettings.NONE::equals);
    return stored;
  }
}
