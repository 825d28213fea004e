package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.View;
import io.taskforge.stats.QueueCounts;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A queue in responses.
 *
 * @param queue null if it has no settings
 */
record QueueJson(QueueName name, @Nullable Queue queue, QueueCounts counts) {
  /** The number of jobs in a queue. */
  static final View<QueueCounts> COUNTS =
      View.<QueueCounts>of("QueueCounts")
          .integer("waiting", QueueCounts::waiting, "jobs that wait, due or not")
          .integer("due", QueueCounts::due, "waiting jobs that are due")
          .integer("running", QueueCounts::running, "running jobs")
          .integer("dead", QueueCounts::dead, "dead letters in the queue")
          .timeOrNull(
              "oldestDueAt", QueueCounts::oldestDueAt, "when the oldest waiting job became due");

  private static final View<StartRate> RATE =
      View.<StartRate>of("QueueRate")
          .integer("starts", StartRate::starts, "the number of jobs")
          .duration("per", StartRate::per, "the period");
  private static final View<QueueSettings> SETTINGS =
      View.<QueueSettings>of("QueueSettings")
          .raw(
              "retryPolicy",
              QueueJson::policy,
              "for jobs without their own: a retry policy, the name of one, or null")
          .textOrNull(
              "deadLetterQueue",
              QueueSettings::deadLetterQueue,
              "the dead letter queue; if null, jobs that are given up end FAILED")
          .word(
              "deadLetterOn",
              QueueSettings::deadLetterOn,
              DeadLetterOn.class,
              "which jobs that are given up go to the dead letter queue")
          .integerOrNull(
              "concurrency",
              QueueSettings::concurrency,
              "the maximum number of jobs of the queue that a worker runs concurrently")
          .objectOrNull(
              "rate",
              QueueSettings::rate,
              RATE,
              "the rate limit on starting jobs, for each worker");
  static final View<QueueJson> VIEW =
      View.<QueueJson>of("Queue")
          .text("name", QueueJson::name, "the queue")
          .with(SETTINGS, QueueJson::settings)
          .bool("paused", q -> q.of(Queue::paused, false), "whether the queue is paused")
          .integer(
              "version",
              q -> q.of(Queue::version, 0L),
              "increases when the settings change; 0 without settings")
          .timeOrNull(
              "createdAt", q -> q.of(Queue::createdAt, null), "when its settings were created")
          .timeOrNull(
              "changedAt", q -> q.of(Queue::changedAt, null), "when its settings last changed")
          .with(COUNTS, QueueJson::counts);

  private QueueSettings settings() {
    return queue == null ? QueueSettings.NONE : queue.settings();
  }

  private <V> @Nullable V of(Function<Queue, V> value, @Nullable V without) {
    return queue == null ? without : value.apply(queue);
  }

  private static @Nullable String policy(QueueSettings settings) {
    PolicyChoice policy = settings.retryPolicy();
    return policy == null ? null : RetryPolicyJson.standard().writeChoice(policy);
  }
}
