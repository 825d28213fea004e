package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.webhook.WebhookDelivery;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a delivery to a webhook. */
final class WebhookDeliveryJson {
  // The error type of a failed delivery contains the HTTP status.
  private static final Pattern STATUS_TYPE = Pattern.compile("http_([0-9]{3})");

  static final Schema SCHEMA =
      Schema.object("WebhookDelivery")
          .required(
              "id", Schema.text("uuid"), "the id of the job that delivers; its history has details")
          .required("messageId", Schema.text(), "the webhook-id header that the receiver gets")
          .required("event", Schema.text(), "the event")
          .required("jobId", Schema.text().orNull(), "the job of the event")
          .required("state", Schema.oneOf((Object[]) JobState.values()), "the state")
          .required("attempts", Schema.integer(), "attempts since it was created or redriven")
          .required("totalAttempts", Schema.integer(), "attempts since it was created")
          .required(
              "lastStatus",
              Schema.integer().orNull(),
              "the HTTP status of the receiver's last response")
          .required(
              "lastError",
              Schema.object("WebhookDeliveryError")
                  .required("type", Schema.text(), "the name of the error")
                  .required(
                      "kind", Schema.oneOf((Object[]) FailureKind.values()), "the kind of failure")
                  .required("message", Schema.text(), "the error message")
                  .orNull(),
              "the latest failure")
          .required("createdAt", Schema.time(), "when it was created")
          .required("nextRunAt", Schema.time().orNull(), "the next attempt")
          .required(
              "finishedAt", Schema.time().orNull(), "when it was delivered or finally failed");

  private WebhookDeliveryJson() {}

  static ObjectNode of(Job job, WebhookDelivery delivery) {
    JsonNode jobId = Json.read(delivery.body()).at("/data/jobId");
    JobError error = job.lastError();
    boolean waits = !job.state().isFinal() && job.lease() == null;
    ObjectNode json = Json.object();
    json.put("id", job.id().toString());
    json.put("messageId", delivery.message());
    json.put("event", delivery.event());
    json.put("jobId", jobId.isString() ? jobId.stringValue() : null);
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
