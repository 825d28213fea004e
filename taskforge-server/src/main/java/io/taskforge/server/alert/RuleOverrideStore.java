package io.taskforge.server.alert;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Stores rule overrides as documents. Thread-safe. */
public record RuleOverrideStore(DocumentStore documents) {
  /** The maximum number of overrides; each evaluation reads all of them. */
  public static final int MAX = 1_000;

  private static final String ALL_QUEUES = "*";

  public RuleOverrides read() {
    List<RuleOverrides.Stored> all = new ArrayList<>();
    documents.forEach(
        DocumentKind.ALERT_RULE,
        TenantId.DEFAULT,
        document -> {
          if (!document.key().equals(WatchDocument.KEY)) {
            all.add(read(document));
          }
        });
    return new RuleOverrides(all);
  }

  /**
   * Creates or replaces an override (compare-and-set).
   *
   * @param queue the queue it applies to; null for all queues
   * @param version the version to replace; 0 if there must be none
   * @return empty if the stored version is another
   */
  public Optional<RuleOverrides.Stored> put(
      AlertRule rule, @Nullable QueueName queue, RuleOverride override, long version) {
    String json = write(rule, queue, override);
    return (version == 0
            ? documents.create(key(rule, queue), json, null)
            : documents.replace(key(rule, queue), version, json, null))
        .map(RuleOverrideStore::read);
  }

  /** Deletes that version of an override; false if it was changed or deleted meanwhile. */
  public boolean delete(AlertRule rule, @Nullable QueueName queue, long version) {
    return documents.delete(key(rule, queue), version);
  }

  private static DocumentKey key(AlertRule rule, @Nullable QueueName queue) {
    return new DocumentKey(
        DocumentKind.ALERT_RULE,
        TenantId.DEFAULT,
        rule.name() + "@" + (queue == null ? ALL_QUEUES : queue.value()));
  }

  private static String write(AlertRule rule, @Nullable QueueName queue, RuleOverride override) {
    ObjectNode json = Json.object();
    json.put("rule", rule.name());
    json.put("queue", queue == null ? null : queue.value());
    json.put("enabled", override.enabled());
    json.put("threshold", override.threshold());
    json.put("for", text(override.hold()));
    json.put("window", text(override.window()));
    json.put("minimum", override.minimum());
    return Json.write(json);
  }

  private static @Nullable String text(@Nullable Duration duration) {
    return duration == null ? null : DurationText.format(duration);
  }

  private static RuleOverrides.Stored read(Document document) {
    JsonNode json = Json.read(document.json());
    return new RuleOverrides.Stored(
        json.required("rule").stringValue(),
        get(json, "queue", node -> new QueueName(node.stringValue())),
        new RuleOverride(
            get(json, "enabled", JsonNode::booleanValue),
            get(json, "threshold", JsonNode::asDouble),
            get(json, "for", node -> DurationText.parse(node.stringValue())),
            get(json, "window", node -> DurationText.parse(node.stringValue())),
            get(json, "minimum", JsonNode::intValue)),
        document.version());
  }

  private static <T> @Nullable T get(JsonNode json, String key, Function<JsonNode, T> parse) {
    JsonNode value = json.get(key);
    return value == null || value.isNull() ? null : parse.apply(value);
  }
}
