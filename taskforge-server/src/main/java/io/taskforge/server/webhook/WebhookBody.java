package io.taskforge.server.webhook;

import io.taskforge.job.EndedJob;
import io.taskforge.job.JobError;
import io.taskforge.job.QueueName;
import io.taskforge.json.strict.Json;
import io.taskforge.text.BoundedText;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** The body of a delivery: event type, timestamp and data. */
final class WebhookBody {
  private static final int TEXT_BYTES = 4 * 1024;

  private WebhookBody() {}

  static String of(WebhookEvent event, EndedJob job) {
    ObjectNode data = Json.object();
    data.put("jobId", job.id().toString());
    data.put("queue", job.queue().value());
    data.put("type", job.type().value());
    data.put("tenant", job.tenant().value());
    data.put("state", job.state().name());
    data.put("attempts", job.number().attempt());
    data.put("totalAttempts", job.number().total());
    JobError error = job.error();
    if (error == null) {
      data.putNull("error");
    } else {
      data.putObject("error")
          .put("type", error.type())
          .put("kind", error.kind().name())
          .put("message", BoundedText.of(error.message(), TEXT_BYTES));
    }
    QueueName deadLetterQueue = job.deadLetterQueue();
    data.put("deadLetterQueue", deadLetterQueue == null ? null : deadLetterQueue.value());
    String reason = job.reason();
    data.put("reason", reason == null ? null : BoundedText.of(reason, TEXT_BYTES));
    data.put("finishedAt", job.at().toString());
    return of(event.word(), job.at(), data);
  }

  static String of(String event, Instant at, ObjectNode data) {
    ObjectNode json = Json.object();
    json.put("type", event);
    json.put("timestamp", at.toString());
    json.set("data", data);
    return Json.write(json);
  }
}
