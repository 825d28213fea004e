package io.taskforge.server.webhook;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.json.strict.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One message to one webhook: the payload of a job of type {@code webhook}. Contains neither URL
 * nor secret, which are read at each attempt.
 *
 * @param webhook the webhook's id
 * @param message the message id, the same in every attempt and redrive
 * @param event the event, such as {@code job.dead}
 * @param body the request body
 */
public record WebhookDelivery(String webhook, String message, String event, String body) {
  /** The job type of deliveries, which only the server enqueues. */
  public static final JobTypeName TYPE = new JobTypeName("webhook");

  public static final QueueName QUEUE = new QueueName("webhooks");

  public static final QueueName DEAD = new QueueName("webhooks.dead");

  public static final String TEST = "webhook.test";

  /**
   * Returns the headers of a request that sends this message, in the order in which they are sent.
   *
   * @param attempt the number of the attempt
   * @param at when it is sent
   * @param signature of the body, or a mask
   */
  public Map<String, String> headers(int attempt, Instant at, String signature) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("webhook-id", message);
    headers.put("webhook-timestamp", Long.toString(at.getEpochSecond()));
    headers.put("webhook-signature", signature);
    headers.put("taskforge-attempt", Integer.toString(attempt));
    return headers;
  }

  Payload payload() {
    return new Payload(
        Json.write(
            Json.object()
                .put("webhook", webhook)
                .put("message", message)
                .put("event", event)
                .put("body", body)));
  }

  /**
   * @throws IllegalArgumentException if it is not a delivery
   */
  public static WebhookDelivery read(JsonNode payload) {
    return new WebhookDelivery(
        text(payload, "webhook"),
        text(payload, "message"),
        text(payload, "event"),
        text(payload, "body"));
  }

  private static String text(JsonNode payload, String key) {
    JsonNode value = payload.path(key);
    if (!value.isString()) {
      throw new IllegalArgumentException("delivery payload must have a string " + key);
    }
    return value.stringValue();
  }
}
