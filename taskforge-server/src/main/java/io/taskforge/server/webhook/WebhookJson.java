package io.taskforge.server.webhook;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.json.strict.Json;
import io.taskforge.store.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a stored webhook. Its id and tenant are the document's key. */
final class WebhookJson {
  private WebhookJson() {}

  static String write(Webhook webhook) {
    WebhookSettings settings = webhook.settings();
    ObjectNode json = Json.object();
    json.put("name", settings.name());
    json.put("url", settings.url());
    ArrayNode events = json.putArray("events");
    settings.events().forEach(event -> events.add(event.word()));
    Json.put(json, "queue", settings.queue());
    Json.put(json, "type", settings.type());
    json.put("enabled", settings.enabled());
    if (settings.allTenants()) {
      json.put("allTenants", true);
    }
    json.put("createdAt", webhook.createdAt().toString());
    Webhook.SwitchedOff off = webhook.off();
    if (off != null) {
      json.putObject("off").put("at", off.at().toString()).put("reason", off.reason());
    }
    json.put("secret", webhook.secrets().current());
    ArrayNode old = json.putArray("oldSecrets");
    for (SigningSecrets.Old secret : webhook.secrets().old()) {
      old.addObject().put("secret", secret.sealed()).put("until", secret.until().toString());
    }
    return Json.write(json);
  }

  static StoredWebhook read(Document document) {
    JsonNode json = Json.read(document.json());
    return new StoredWebhook(
        new Webhook(
            document.key().id(),
            document.key().tenant(),
            settings(json),
            Json.required(json, "createdAt", Instant::parse),
            off(json.get("off")),
            secrets(json)),
        document.version());
  }

  private static WebhookSettings settings(JsonNode json) {
    Set<WebhookEvent> events = EnumSet.noneOf(WebhookEvent.class);
    json.required("events").forEach(event -> events.add(WebhookEvent.of(event.stringValue())));
    return new WebhookSettings(
        json.required("name").stringValue(),
        json.required("url").stringValue(),
        events,
        Json.optional(json, "queue", QueueName::new),
        Json.optional(json, "type", JobTypeName::new),
        json.required("enabled").booleanValue(),
        json.has("allTenants") && json.get("allTenants").booleanValue());
  }

  private static Webhook.@Nullable SwitchedOff off(@Nullable JsonNode json) {
    return json == null
        ? null
        : new Webhook.SwitchedOff(
            Json.required(json, "at", Instant::parse), json.required("reason").stringValue());
  }

  private static SigningSecrets secrets(JsonNode json) {
    List<SigningSecrets.Old> old = new ArrayList<>();
    for (JsonNode secret : json.required("oldSecrets")) {
      old.add(
          new SigningSecrets.Old(
              secret.required("secret").stringValue(),
              Json.required(secret, "until", Instant::parse)));
    }
    return new SigningSecrets(json.required("secret").stringValue(), old);
  }
}
