package io.taskforge.server.webhook;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.server.http.Json;
import io.taskforge.store.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A webhook as the store's JSON; id and tenant are the document's key. */
final class WebhookJson {
  private WebhookJson() {}

  static String write(Webhook webhook) {
    WebhookSettings settings = webhook.settings();
    ObjectNode json = Json.object();
    json.put("name", settings.name());
    json.put("url", settings.url());
    ArrayNode events = json.putArray("events");
    settings.events().forEach(event -> events.add(event.word()));
    if (settings.queue() != null) {
      json.put("queue", settings.queue().value());
    }
    if (settings.type() != null) {
      json.put("type", settings.type().value());
    }
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
            Instant.parse(json.required("createdAt").stringValue()),
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
        get(json, "queue", QueueName::new),
        get(json, "type", JobType::new),
        json.required("enabled").booleanValue(),
        json.has("allTenants") && json.get("allTenants").booleanValue());
  }

  private static Webhook.@Nullable SwitchedOff off(@Nullable JsonNode json) {
    return json == null
        ? null
        : new Webhook.SwitchedOff(
            Instant.parse(json.required("at").stringValue()),
            json.required("reason").stringValue());
  }

  private static SigningSecrets secrets(JsonNode json) {
    List<SigningSecrets.Old> old = new ArrayList<>();
    for (JsonNode secret : json.required("oldSecrets")) {
      old.add(
          new SigningSecrets.Old(
              secret.required("secret").stringValue(),
              Instant.parse(secret.required("until").stringValue())));
    }
    return new SigningSecrets(json.required("secret").stringValue(), old);
  }

  private static <T> @Nullable T get(JsonNode json, String name, Function<String, T> parse) {
    JsonNode value = json.get(name);
    return value == null ? null : parse.apply(value.stringValue());
  }
}
