package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.json.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.webhook.WebhookDelivery;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A delivery to a webhook as the API shows it. */
final class WebhookDeliveryJson {
  // An answer's status is the name of the failure that it is.
  private static final Pattern STATUS_TYPE = Pattern.compile("http_([0-9]{3})");

  static final Schema SCHEMA =
      Schema.object("WebhookDelivery")
          .required("id", Schema.text("uuid"), "the job that it is; see its history there")
          .required("messageId", Schema.text(), "the webhook-id that receivers see")
          .required("event", Schema.text(), "what it tells")
          .required("jobId", Schema.text().orNull(), "the job that it tells of")
          .required("state", Schema.oneOf((Object[]) JobState.values()), "where it stands")
          .required("attempts", Schema.integer(), "attempts since it was made or redriven")
          .required("totalAttempts", Schema.integer(), "attempts since it was made")
          .required("lastStatus", Schema.integer().orNull(), "what the receiver answered last")
          .required(
              "lastError",
              Schema.object("WebhookDeliveryError")
                  .required("type", Schema.text(), "the error's name")
                  .required("kind", Schema.oneOf((Object[]) FailureKind.values()), "what it means")
                  .required("message", Schema.text(), "what it said")
                  .orNull(),
              "what went wrong last")
          .required("createdAt", Schema.time(), "since when it is there")
          .required("nextRunAt", Schema.time().orNull(), "when it is tried next")
          .required("finishedAt", Schema.time().orNull(), "when it was delivered or given up");

  private WebhookDeliveryJson() {}

  static ObjectNode of(Job job, WebhookDelivery delivery) {
    JsonNode told = Json.read(delivery.body()).at("/data/jobId");
    JobError error = job.lastError();
    boolean waits = !job.state().isFinal() && job.lease() == null;
    ObjectNode json = Json.object();
    json.put("id", job.id().toString());
    json.put("messageId", delivery.message());
    json.put("event", delivery.event());
    json.put("jobId", told.isString() ? told.stringValue() : null);
    json.put("state", job.state().name());
    json.put("attempts", job.attempt());
    json.put("totalAttempts", job.totalAttempts());
    json.put("lastStatus", status(job.result(), error));
    if (error == null) {
      json.putNull("lastError");
    } else {
      json.putObject("lastError")
          .put("type", error.type())
          .put("kind", error.kind().name())
          .put("message", error.message());
    }
    json.put("createdAt", JobJson.time(job.createdAt()));
    json.put("nextRunAt", waits ? JobJson.time(job.runAt()) : null);
    json.put("finishedAt", JobJson.time(job.finishedAt()));
    return json;
  }

  private static @Nullable Integer status(@Nullable Payload result, @Nullable JobError error) {
    if (result != null) {
      JsonNode status = Json.read(result.json()).path("status");
      return status.isInt() ? status.intValue() : null;
    }
    Matcher type = STATUS_TYPE.matcher(error == null ? "" : error.type());
    return type.matches() ? Integer.valueOf(type.group(1)) : null;
  }
}
