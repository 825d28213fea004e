package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.server.http.Json;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What rules are changed to, in the store. Thread-safe. */
public final class RuleOverrideStore {
  /** How many changes there may be; each look at the queues reads all of them. */
  public static final int MOST = 1_000;

  private static final String FOR_ALL = "*";

  private final DocumentStore documents;

  /** The changes in {@code documents}. */
  public RuleOverrideStore(DocumentStore documents) {
    this.documents = documents;
  }

  /** Reads them all. */
  public RuleOverrides read() {
    List<RuleOverrides.StoredChange> changes = new ArrayList<>();
    documents.forEach(
        DocumentKind.ALERT_RULE,
        TenantId.DEFAULT,
        document -> {
          if (!document.key().equals(WatchDocument.KEY)) {
            changes.add(change(document));
          }
        });
    return new RuleOverrides(changes);
  }

  /**
   * Stores a change in place of a version of it.
   *
   * @param queue where it counts; null for all queues
   * @param version the version that is replaced; 0 if there is none
   * @return empty if that is not the version there is
   */
  public Optional<RuleOverrides.StoredChange> put(
      AlertRule rule, @Nullable QueueName queue, RuleOverride change, long version) {
    String json = json(rule, queue, change);
    return (version == 0
            ? documents.create(at(rule, queue), json, null)
            : documents.replace(at(rule, queue), version, json, null))
        .map(RuleOverrideStore::change);
  }

  /** Removes exactly that version of a change; false if it has changed or gone. */
  public boolean delete(AlertRule rule, @Nullable QueueName queue, long version) {
    return documents.delete(at(rule, queue), version);
  }

  private static DocumentKey at(AlertRule rule, @Nullable QueueName queue) {
    return new DocumentKey(
        DocumentKind.ALERT_RULE,
        TenantId.DEFAULT,
        rule.name() + "@" + (queue == null ? FOR_ALL : queue.value()));
  }

  private static String json(AlertRule rule, @Nullable QueueName queue, RuleOverride change) {
    ObjectNode json = Json.object();
    json.put("rule", rule.name());
    json.put("queue", queue == null ? null : queue.value());
    json.put("enabled", change.enabled());
    json.put("threshold", change.threshold());
    json.put("for", text(change.hold()));
    json.put("window", text(change.window()));
    json.put("minimum", change.minimum());
    return Json.write(json);
  }

  private static @Nullable String text(@Nullable Duration duration) {
    return duration == null ? null : DurationText.format(duration);
  }

  private static RuleOverrides.StoredChange change(Document document) {
    JsonNode json = Json.read(document.json());
    JsonNode queue = given(json, "queue");
    JsonNode enabled = given(json, "enabled");
    JsonNode threshold = given(json, "threshold");
    JsonNode minimum = given(json, "minimum");
    return new RuleOverrides.StoredChange(
        json.required("rule").stringValue(),
        queue == null ? null : new QueueName(queue.stringValue()),
        new RuleOverride(
            enabled == null ? null : enabled.booleanValue(),
            threshold == null ? null : threshold.asDouble(),
            duration(given(json, "for")),
            duration(given(json, "window")),
            minimum == null ? null : minimum.intValue()),
        document.version());
  }

  private static @Nullable JsonNode given(JsonNode json, String key) {
    JsonNode value = json.get(key);
    return value == null || value.isNull() ? null : value;
  }

  private static @Nullable Duration duration(@Nullable JsonNode node) {
    return node == null ? null : DurationText.parse(node.stringValue());
  }
}
