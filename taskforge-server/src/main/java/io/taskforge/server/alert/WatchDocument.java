package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document that holds the states of all conditions and the time of the next evaluation. A node
 * may evaluate if it replaces the document's version (compare-and-set).
 */
record WatchDocument(JobStore store, Alerts alerts) {
  /** Not a legal rule name, so that it differs from the keys of rule overrides. */
  static final DocumentKey KEY =
      new DocumentKey(DocumentKind.ALERT_RULE, TenantId.DEFAULT, "!watch");

  private static final String QUEUE = "queue";
  private static final String DESTINATION = "destination";
  private static final String CONDITIONS = "conditions";
  private static final String EVALUATING = "evaluating";
  private static final Logger LOG = LoggerFactory.getLogger(WatchDocument.class);

  /** Returns the document, creating it if necessary; empty if another node just created it. */
  Optional<Document> find(Instant now) {
    Optional<Document> found = store.documents().find(KEY);
    return found.isPresent()
        ? found
        : store.documents().create(KEY, write(Conditions.of(alerts.open())), now);
  }

  /** Reads the conditions; if the document is unreadable, derives them from the open alerts. */
  Conditions read(Document document) {
    try {
      return read(document.json());
    } catch (RuntimeException e) {
      LOG.error("{} is unreadable; conditions without an open alert were dropped", KEY, e);
      return Conditions.of(alerts.open());
    }
  }

  /** Whether the last evaluation began and never ended. */
  boolean wasInterrupted(Document document) {
    try {
      return Json.read(document.json()).path(EVALUATING).booleanValue(false);
    } catch (RuntimeException e) { // logged by read
      return false;
    }
  }

  /** Claims an evaluation until {@code until}; empty if another node claimed it. */
  Optional<Document> begin(Document document, Conditions before, Instant until) {
    return replace(document, json(before).put(EVALUATING, true), until);
  }

  /** Stores the result of an evaluation; empty if the claim expired and another node took over. */
  Optional<Document> end(Document document, Conditions after, Instant nextAt) {
    return replace(document, json(after), nextAt);
  }

  private Optional<Document> replace(Document document, ObjectNode json, Instant dueAt) {
    return store.documents().replace(KEY, document.version(), Json.write(json), dueAt);
  }

  static String write(Conditions conditions) {
    return Json.write(json(conditions));
  }

  private static ObjectNode json(Conditions conditions) {
    ObjectNode json = Json.object();
    if (conditions.heldBack() > 0) {
      json.put("heldBack", conditions.heldBack());
    }
    ArrayNode list = json.putArray(CONDITIONS);
    new TreeMap<>(conditions.all())
        .forEach(
            (condition, state) -> {
              ObjectNode each =
                  list.addObject()
                      .put("rule", condition.rule())
                      .put("tenant", condition.subject().tenant().value())
                      .put(
                          condition.subject().queue() == null ? DESTINATION : QUEUE,
                          condition.subject().name())
                      .put("since", state.since().toString());
              if (state.alert() != null) {
                each.put("alert", state.alert());
              }
              if (state.clearSince() != null) {
                each.put("clearSince", state.clearSince().toString());
              }
            });
    return json;
  }

  static Conditions read(String text) {
    Map<Condition, Condition.State> states = new TreeMap<>();
    JsonNode json = Json.read(text);
    JsonNode list = json.required(CONDITIONS);
    if (!list.isArray()) {
      throw new IllegalArgumentException("conditions must be a list but was " + list.getNodeType());
    }
    for (JsonNode each : list) {
      states.put(
          new Condition(
              each.required("rule").stringValue(),
              new AlertSubject(
                  new TenantId(each.required("tenant").stringValue()),
                  each.has(QUEUE) ? new QueueName(each.get(QUEUE).stringValue()) : null,
                  each.has(DESTINATION) ? each.get(DESTINATION).stringValue() : null)),
          new Condition.State(
              Instant.parse(each.required("since").stringValue()),
              each.has("alert") ? each.get("alert").stringValue() : null,
              time(each.get("clearSince"))));
    }
    return new Conditions(states, json.has("heldBack") ? json.get("heldBack").intValue() : 0);
  }

  private static @Nullable Instant time(@Nullable JsonNode node) {
    return node == null ? null : Instant.parse(node.stringValue());
  }
}
