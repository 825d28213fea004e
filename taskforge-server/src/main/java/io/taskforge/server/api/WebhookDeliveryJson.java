package io.taskforge.server.api;

import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.View;
import io.taskforge.server.webhook.WebhookDelivery;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON form of a delivery to a webhook. */
final class WebhookDeliveryJson {
  // The error type of a failed delivery contains the HTTP status.
  private static final Pattern STATUS_TYPE = Pattern.compile("http_([0-9]{3})");

  /** A job that delivers, and its payload. */
  record Delivery(Job job, WebhookDelivery payload) {
    private @Nullable String jobId() {
      JsonNode id = Json.read(payload.body()).at("/data/jobId");
      return id.isString() ? id.stringValue() : null;
    }

    private @Nullable Instant nextRunAt() {
      return !job.state().isFinal() && job.lease() == null ? job.runAt() : null;
    }
  }

  static final View<Delivery> VIEW =
      View.<Delivery>of("WebhookDelivery")
          .uuid("id", d -> d.job.id(), "the id of the job that delivers; its history has details")
          .text(
              "messageId", d -> d.payload.message(), "the webhook-id header that the receiver gets")
          .text("event", d -> d.payload.event(), "the event")
          .textOrNull("jobId", Delivery::jobId, "the job of the event")
          .word("state", d -> d.job.state(), JobState.class, "the state")
          .integer("attempts", d -> d.job.attempt(), "attempts since it was created or redriven")
          .integer("totalAttempts", d -> d.job.totalAttempts(), "attempts since it was created")
          .integerOrNull(
              "lastStatus",
              d -> status(d.job.result(), d.job.lastError()),
              "the HTTP status of the receiver's last response")
          .objectOrNull(
              "lastError",
              d -> d.job.lastError(),
              JobJson.error("WebhookDeliveryError"),
              "the latest failure")
          .time("createdAt", d -> d.job.createdAt(), "when it was created")
          .timeOrNull("nextRunAt", Delivery::nextRunAt, "the next attempt")
          .timeOrNull(
              "finishedAt", d -> d.job.finishedAt(), "when it was delivered or finally failed");

  private WebhookDeliveryJson() {}

  private static @Nullable Integer status(@Nullable Payload result, @Nullable JobError error) {
    if (result != null) {
      JsonNode status = Json.read(result.json()).path("status");
      return status.isInt() ? status.intValue() : null;
    }
    Matcher type = STATUS_TYPE.matcher(error == null ? "" : error.type());
    return type.matches() ? Integer.valueOf(type.group(1)) : null;
  }
}
