package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of an alert: in the store, in API responses and in events. */
public final class AlertJson {
  private AlertJson() {}

  public static ObjectNode of(Alert alert) {
    return Json.object()
        .put("id", alert.id())
        .put("state", alert.isOpen() ? "open" : "resolved")
        .put("rule", alert.rule())
        .put("tenant", alert.tenant().value())
        .put("queue", alert.queue().value())
        .put("severity", alert.severity().name().toLowerCase(Locale.ROOT))
        .put("text", alert.text())
        .put("value", alert.value())
        .put("threshold", alert.threshold())
        .put("since", alert.since().toString())
        .put("raisedAt", alert.raisedAt().toString())
        .put("resolvedAt", text(alert.resolvedAt()))
        .put("acknowledgedAt", text(alert.acknowledgedAt()))
        .put("acknowledgedBy", alert.acknowledgedBy())
        .put("note", alert.note());
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  static Alert read(String text) {
    JsonNode json = Json.read(text);
    return new Alert(
        json.required("id").stringValue(),
        json.required("rule").stringValue(),
        Json.required(json, "tenant", TenantId::new),
        Json.required(json, "queue", QueueName::new),
        Severity.valueOf(json.required("severity").stringValue().toUpperCase(Locale.ROOT)),
        json.required("text").stringValue(),
        json.required("value").asDouble(),
        json.required("threshold").asDouble(),
        Json.required(json, "since", Instant::parse),
        Json.required(json, "raisedAt", Instant::parse),
        Json.optional(json, "resolvedAt", Instant::parse),
        Json.optional(json, "acknowledgedAt", Instant::parse),
        Json.optional(json, "acknowledgedBy", Function.identity()),
        Json.optional(json, "note", Function.identity()));
  }
}
