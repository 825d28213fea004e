package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.server.http.Json;
import io.taskforge.store.TenantQueue;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Conditions as the store's JSON. */
final class ConditionsJson {
  private ConditionsJson() {}

  static String write(Conditions courses) {
    return Json.write(json(courses));
  }

  /** As what a look began with: it says so until the look has come to its end. */
  static String writeLooking(Conditions courses) {
    return Json.write(json(courses).put("looking", true));
  }

  static boolean isLooking(String text) {
    return Json.read(text).path("looking").booleanValue(false);
  }

  private static ObjectNode json(Conditions courses) {
    ObjectNode json = Json.object();
    if (courses.heldBack() > 0) {
      json.put("heldBack", courses.heldBack());
    }
    ArrayNode list = json.putArray("courses");
    new TreeMap<>(courses.all())
        .forEach(
            (condition, course) -> {
              ObjectNode each =
                  list.addObject()
                      .put("rule", condition.rule())
                      .put("tenant", condition.place().tenant().value())
                      .put("queue", condition.place().queue().value())
                      .put("since", course.since().toString());
              if (course.alert() != null) {
                each.put("alert", course.alert());
              }
              if (course.clearSince() != null) {
                each.put("clearSince", course.clearSince().toString());
              }
            });
    return json;
  }

  static Conditions read(String text) {
    Map<Condition, ConditionState> courses = new TreeMap<>();
    JsonNode json = Json.read(text);
    JsonNode list = json.required("courses");
    if (!list.isArray()) {
      throw new IllegalArgumentException("courses must be a list but was " + list.getNodeType());
    }
    for (JsonNode each : list) {
      courses.put(
          new Condition(
              each.required("rule").stringValue(),
              new TenantQueue(
                  AlertJson.tenant(each), new QueueName(each.required("queue").stringValue()))),
          new ConditionState(
              Instant.parse(each.required("since").stringValue()),
              each.has("alert") ? each.get("alert").stringValue() : null,
              time(each.get("clearSince"))));
    }
    return new Conditions(courses, json.has("heldBack") ? json.get("heldBack").intValue() : 0);
  }

  private static @Nullable Instant time(@Nullable JsonNode node) {
    return node == null ? null : Instant.parse(node.stringValue());
  }
}
