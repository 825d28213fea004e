package io.taskforge.server.api;

import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.server.webhook.StoredWebhook;
import io.taskforge.server.webhook.Webhook;
import io.taskforge.server.webhook.WebhookEvent;
import io.taskforge.server.webhook.WebhookSettings;
import io.taskforge.server.webhook.Webhooks;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a webhook in responses. Only the response to its creation has the secret. */
final class WebhookResponse {
  private static final View<WebhookSettings> SETTINGS =
      View.<WebhookSettings>of("SettingsOfWebhook")
          .text("name", WebhookSettings::name, "a descriptive name")
          .text("url", WebhookSettings::url, "the URL that deliveries are sent to")
          .key(
              "events",
              s -> s.events().stream().map(WebhookEvent::word).toList(),
              Schema.list(WebhookFields.EVENT),
              "the events to deliver")
          .textOrNull("queue", WebhookSettings::queue, "only for jobs of this queue")
          .textOrNull("type", WebhookSettings::type, "only for jobs of this type")
          .bool("enabled", WebhookSettings::enabled, "whether events are delivered")
          .bool(
              "allTenants",
              WebhookSettings::allTenants,
              "whether alerts of all tenants are delivered");

  static final View<StoredWebhook> VIEW = view("Webhook");
  static final Schema WITH_SECRET =
      view("WebhookWithSecret")
          .required("secret", Schema.text(), "the signing secret, shown only now");

  private WebhookResponse() {}

  private static View<StoredWebhook> view(String name) {
    return View.<StoredWebhook>of(name)
        .text("id", s -> s.webhook().id(), "the webhook's id")
        .text("tenant", s -> s.webhook().tenant(), "the tenant")
        .with(SETTINGS, s -> s.webhook().settings())
        .timeOrNull(
            "disabledAt",
            off(Webhook.SwitchedOff::at),
            "when it was disabled because of its receiver's response")
        .textOrNull("disabledReason", off(Webhook.SwitchedOff::reason), "why it was disabled")
        .time("createdAt", s -> s.webhook().createdAt(), "when it was created")
        .timeOrNull(
            "oldSecretUntil",
            s -> s.webhook().oldSecretUntil().orElse(null),
            "until when deliveries are also signed with the previous secret")
        .integer("version", StoredWebhook::version, "the version, as in ETag");
  }

  private static View.Value<StoredWebhook> off(Function<Webhook.SwitchedOff, ?> value) {
    return stored -> stored.webhook().off() == null ? null : value.apply(stored.webhook().off());
  }

  static ObjectNode of(Webhooks.WithSecret made) {
    return VIEW.json(made.stored()).put("secret", made.secret());
  }
}
