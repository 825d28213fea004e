package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.json.strict.Json;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.QueueCounts;
import io.taskforge.text.DurationText;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The JSON form of a queue. */
final class QueueJson {
  /** The number of jobs in a queue. */
  static final Schema COUNTS = counted(Schema.object("QueueCounts"));

  static final Schema SCHEMA =
      counted(
          Schema.object("Queue")
              .required("name", Schema.text(), "the queue")
              .required(
                  "retryPolicy",
                  Schema.any(),
                  "for jobs without their own: a retry policy, the name of one, or null")
              .required(
                  "deadLetterQueue",
                  Schema.text().orNull(),
                  "the dead letter queue; if null, jobs that are given up end FAILED")
              .required(
                  "deadLetterOn",
                  Schema.oneOf((Object[]) DeadLetterOn.values()),
                  "which jobs that are given up go to the dead letter queue")
              .required(
                  "concurrency",
                  Schema.integer().orNull(),
                  "the maximum number of jobs of the queue that a worker runs concurrently")
              .required(
                  "rate",
                  Schema.object("QueueRate")
                      .required("starts", Schema.integer(), "the number of jobs")
                      .required("per", Schema.duration(), "the period")
                      .orNull(),
                  "the rate limit on starting jobs, for each worker")
              .required("paused", Schema.bool(), "whether the queue is paused")
              .required(
                  "version",
                  Schema.integer(),
                  "increases when the settings change; 0 without settings")
              .required("createdAt", Schema.time().orNull(), "when its settings were created")
              .required("changedAt", Schema.time().orNull(), "when its settings last changed"));

  private QueueJson() {}

  private static Schema counted(Schema schema) {
    return schema
        .required("waiting", Schema.integer(), "jobs that wait, due or not")
        .required("due", Schema.integer(), "waiting jobs that are due")
        .required("running", Schema.integer(), "running jobs")
        .required("dead", Schema.integer(), "dead letters in the queue")
        .required("oldestDueAt", Schema.time().orNull(), "when the oldest waiting job became due");
  }

  /** Returns a queue; {@code queue} is null if it has no settings. */
  static ObjectNode of(QueueName name, @Nullable Queue queue, QueueCounts counts) {
    ObjectNode json = Json.object();
    json.put("name", name.value());
    settings(json, queue == null ? QueueSettings.NONE : queue.settings());
    json.put("paused", queue != null && queue.paused());
    json.put("version", queue == null ? 0 : queue.version());
    json.put("createdAt", JobJson.time(queue == null ? null : queue.createdAt()));
    json.put("changedAt", JobJson.time(queue == null ? null : queue.changedAt()));
    return counts(json, counts);
  }

  private static void settings(ObjectNode json, QueueSettings settings) {
    PolicyChoice policy = settings.retryPolicy();
    if (policy == null) {
      json.putNull("retryPolicy");
    } else {
      json.putRawValue("retryPolicy", new RawValue(RetryPolicyJson.standard().writeChoice(policy)));
    }
    QueueName dead = settings.deadLetterQueue();
    json.put("deadLetterQueue", dead == null ? null : dead.value());
    json.put("deadLetterOn", settings.deadLetterOn().name());
    json.put("concurrency", settings.concurrency());
    StartRate rate = settings.rate();
    if (rate == null) {
      json.putNull("rate");
    } else {
      json.putObject("rate")
          .put("starts", rate.starts())
          .put("per", DurationText.format(rate.per()));
    }
  }

  /** Adds counts to {@code json}. */
  static ObjectNode counts(ObjectNode json, QueueCounts counts) {
    return json.put("waiting", counts.waiting())
        .put("due", counts.due())
        .put("running", counts.running())
        .put("dead", counts.dead())
        .put("oldestDueAt", JobJson.time(counts.oldestDueAt()));
  }
}
