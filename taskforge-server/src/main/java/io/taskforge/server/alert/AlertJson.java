package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.stats.TenantQueue;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of an alert: in the store, in API responses and in events. */
public final class AlertJson {
  private AlertJson() {}

  public static ObjectNode of(Alert alert) {
    Instant resolvedAt = alert.resolvedAt();
    Alert.Acknowledgement acknowledged = alert.acknowledgement();
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
        .put("resolvedAt", resolvedAt == null ? null : resolvedAt.toString())
        .put("acknowledgedAt", acknowledged == null ? null : acknowledged.at().toString())
        .put("acknowledgedBy", acknowledged == null ? null : acknowledged.by())
        .put("note", acknowledged == null ? null : acknowledged.note());
  }

  static Alert read(String text) {
    JsonNode json = Json.read(text);
    Instant acknowledgedAt = Json.optional(json, "acknowledgedAt", Instant::parse);
    return new Alert(
        json.required("id").stringValue(),
        new Condition(
            json.required("rule").stringValue(),
            new TenantQueue(
                Json.required(json, "tenant", TenantId::new),
                Json.required(json, "queue", QueueName::new))),
        Severity.valueOf(json.required("severity").stringValue().toUpperCase(Locale.ROOT)),
        json.required("text").stringValue(),
        json.required("value").asDouble(),
        json.required("threshold").asDouble(),
        new Alert.Times(
            Json.required(json, "since", Instant::parse),
            Json.required(json, "raisedAt", Instant::parse),
            Json.optional(json, "resolvedAt", Instant::parse)),
        acknowledgedAt == null
            ? null
            : new Alert.Acknowledgement(
                acknowledgedAt,
                json.required("acknowledgedBy").stringValue(),
                Json.optional(json, "note", Function.identity())));
  }
}
