package io.taskforge.server.webhook;

import io.taskforge.job.JobType;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * One message to one webhook: the payload of a job of type {@code webhook}. It holds neither URL
 * nor secret; those are looked up at each attempt.
 *
 * @param webhook its id
 * @param message the message's id, the same for every attempt and redrive
 * @param event what it tells, such as {@code job.dead}
 * @param body exactly what is sent
 */
public record WebhookDelivery(String webhook, String message, String event, String body) {
  /** The type of these jobs, which are the server's own. */
  public static final JobType TYPE = new JobType("webhook");

  /** Where they wait. */
  public static final QueueName QUEUE = new QueueName("webhooks");

  /** Where they lie when they are given up. */
  public static final QueueName DEAD = new QueueName("webhooks.dead");

  /** What a test delivery tells. */
  public static final String TEST = "webhook.test";

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
   * Reads a payload.
   *
   * @throws IllegalArgumentException if it is none of these
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
      throw new IllegalArgumentException("a delivery must have a text under " + key);
    }
    return value.stringValue();
  }
}
