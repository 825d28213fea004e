package io.taskforge.server.api;

import io.taskforge.json.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.webhook.StoredWebhook;
import io.taskforge.server.webhook.Webhook;
import io.taskforge.server.webhook.WebhookSettings;
import io.taskforge.server.webhook.Webhooks;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A webhook as the API shows it: its secret only when it is new. */
final class WebhookResponse {
  static final Schema SCHEMA = described("Webhook");
  static final Schema WITH_SECRET =
      described("WebhookWithSecret")
          .required("secret", Schema.text(), "what deliveries are signed with, shown only now");

  private WebhookResponse() {}

  private static Schema described(String name) {
    return Schema.object(name)
        .required("id", Schema.text(), "its id, made up by the server")
        .required("tenant", Schema.text(), "whose it is")
        .required("name", Schema.text(), "for people")
        .required("url", Schema.text(), "where deliveries are sent")
        .required("events", Schema.list(WebhookFields.EVENT), "of what it is told")
        .required("queue", Schema.text().orNull(), "only of jobs of this queue")
        .required("type", Schema.text().orNull(), "only of jobs of this type")
        .required("enabled", Schema.bool(), "whether it is told anything")
        .required("allTenants", Schema.bool(), "whether it is told of every tenant's alerts")
        .required("disabledAt", Schema.time().orNull(), "when its receiver wanted no more")
        .required("disabledReason", Schema.text().orNull(), "and what it said")
        .required("createdAt", Schema.time(), "when it was made")
        .required(
            "oldSecretUntil",
            Schema.time().orNull(),
            "until when deliveries are signed with the secret before, too")
        .required("version", Schema.integer(), "its version, as in ETag");
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
