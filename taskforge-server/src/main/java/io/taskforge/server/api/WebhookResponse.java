package io.taskforge.server.api;

import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.webhook.StoredWebhook;
import io.taskforge.server.webhook.Webhook;
import io.taskforge.server.webhook.WebhookSettings;
import io.taskforge.server.webhook.Webhooks;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a webhook in responses. Only the response to its creation has the secret. */
final class WebhookResponse {
  static final Schema SCHEMA = described("Webhook");
  static final Schema WITH_SECRET =
      described("WebhookWithSecret")
          .required("secret", Schema.text(), "the signing secret, shown only now");

  private WebhookResponse() {}

  private static Schema described(String name) {
    return Schema.object(name)
        .required("id", Schema.text(), "the webhook's id")
        .required("tenant", Schema.text(), "the tenant")
        .required("name", Schema.text(), "a descriptive name")
        .required("url", Schema.text(), "the URL that deliveries are sent to")
        .required("events", Schema.list(WebhookFields.EVENT), "the events to deliver")
        .required("queue", Schema.text().orNull(), "only for jobs of this queue")
        .required("type", Schema.text().orNull(), "only for jobs of this type")
        .required("enabled", Schema.bool(), "whether events are delivered")
        .required("allTenants", Schema.bool(), "whether alerts of all tenants are delivered")
        .required(
            "disabledAt",
            Schema.time().orNull(),
            "when it was disabled because of its receiver's response")
        .required("disabledReason", Schema.text().orNull(), "why it was disabled")
        .required("createdAt", Schema.time(), "when it was created")
        .required(
            "oldSecretUntil",
            Schema.time().orNull(),
            "until when deliveries are also signed with the previous secret")
        .required("version", Schema.integer(), "the version, as in ETag");
  }

  static ObjectNode of(StoredWebhook stored) {
    Webhook webhook = stored.webhook();
    WebhookSettings settings = webhook.settings();
    Webhook.SwitchedOff off = webhook.off();
    ObjectNode json = Json.object();
    json.put("id", webhook.id());
    json.put("tenant", webhook.tenant().value());
    json.put("name", settings.name());
    json.put("url", settings.url());
    ArrayNode events = json.putArray("events");
    settings.events().forEach(event -> events.add(event.word()));
    json.put("queue", settings.queue() == null ? null : settings.queue().value());
    json.put("type", settings.type() == null ? null : settings.type().value());
    json.put("enabled", settings.enabled());
    json.put("allTenants", settings.allTenants());
    json.put("disabledAt", off == null ? null : JobJson.time(off.at()));
    json.put("disabledReason", off == null ? null : off.reason());
    json.put("createdAt", JobJson.time(webhook.createdAt()));
    json.put("oldSecretUntil", JobJson.time(webhook.oldSecretUntil().orElse(null)));
    json.put("version", stored.version());
    return json;
  }

  static ObjectNode of(Webhooks.WithSecret made) {
    return of(made.stored()).put("secret", made.secret());
  }
}
