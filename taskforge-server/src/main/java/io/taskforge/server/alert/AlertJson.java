package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.alert.Alert.Acknowledgement;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The JSON form of an alert: in the store, in API responses and in events. */
public final class AlertJson {
  public static final View<Alert> VIEW =
      View.<Alert>of("Alert")
          .text("id", Alert::id, "the alert's id")
          .key(
              "state",
              a -> a.isOpen() ? "open" : "resolved",
              Schema.oneOf("open", "resolved"),
              "whether the condition still holds")
          .text("rule", Alert::rule, "the rule that raised it")
          .text("tenant", Alert::tenant, "the tenant")
          .textOrNull("queue", Alert::queue, "the queue; null if the alert is about a destination")
          .textOrNull(
              "destination",
              Alert::destination,
              "the destination; null if the alert is about a queue")
          .lowerCaseWord("severity", Alert::severity, Severity.class, "the severity")
          .text("text", Alert::text, "what is wrong, with figures, and what to do about it")
          .number("value", Alert::value, "the measured value when it was raised")
          .number("threshold", Alert::threshold, "the threshold that the value exceeded")
          .time("since", Alert::since, "when the value first exceeded the threshold")
          .time("raisedAt", Alert::raisedAt, "when the alert was raised")
          .timeOrNull("resolvedAt", Alert::resolvedAt, "when it was resolved")
          .timeOrNull(
              "acknowledgedAt", acknowledged(Acknowledgement::at), "when it was acknowledged")
          .textOrNull(
              "acknowledgedBy",
              acknowledged(Acknowledgement::by),
              "the id of the API key that acknowledged it, or local")
          .textOrNull(
              "note", acknowledged(Acknowledgement::note), "the note of the acknowledgement")
          .timeOrNull(
              "snoozedUntil",
              acknowledged(Acknowledgement::until),
              "when the acknowledgement ends and the alert needs attention again; null if it does"
                  + " not end");

  private AlertJson() {}

  private static View.Value<Alert> acknowledged(View.Value<Acknowledgement> value) {
    return alert -> alert.acknowledgement() == null ? null : value.of(alert.acknowledgement());
  }

  static Alert read(String text) {
    JsonNode json = Json.read(text);
    Instant acknowledgedAt = Json.optional(json, "acknowledgedAt", Instant::parse);
    return new Alert(
        json.required("id").stringValue(),
        new Condition(
            json.required("rule").stringValue(),
            new AlertSubject(
                Json.required(json, "tenant", TenantId::new),
                Json.optional(json, "queue", QueueName::new),
                Json.optional(json, "destination", Function.identity()))),
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
            : new Acknowledgement(
                acknowledgedAt,
                json.required("acknowledgedBy").stringValue(),
                Json.optional(json, "note", Function.identity()),
                Json.optional(json, "snoozedUntil", Instant::parse)));
  }
}
