package io.taskforge.deadletter;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a redrive is to do, as JSON. */
final class RequestJson {
  private RequestJson() {}

  static void write(RedriveRequest request, ObjectNode json) {
    if (request.selection() instanceof RedriveSelection.Listed listed) {
      json.put("ids", EncodedJobIds.write(listed.ids()));
      put(json, "tenant", listed.tenant());
    } else if (request.selection() instanceof RedriveSelection.Matching matching) {
      JobFilter filter = matching.filter();
      ObjectNode node = json.putObject("filter");
      put(node, "queue", filter.queue());
      put(node, "source", filter.movedFrom());
      put(node, "type", filter.type());
      put(node, "tenant", filter.tenant());
      put(node, "errorType", filter.errorType());
      put(node, "failureGroup", filter.fingerprint());
      put(node, "idempotencyKey", filter.key());
      put(node, "createdFrom", filter.createdFrom());
      put(node, "createdBefore", filter.createdBefore());
      put(node, "finishedFrom", filter.finishedFrom());
      put(node, "finishedBefore", filter.finishedBefore());
    }
    put(json, "targetQueue", request.targetQueue());
    if (request.ratePerSecond() != null) {
      json.put("ratePerSecond", request.ratePerSecond());
    }
    if (request.stopIfFailureRatio() != null) {
      json.put("stopIfFailureRatio", request.stopIfFailureRatio());
    }
  }

  static RedriveRequest read(JsonNode json) {
    JsonNode rate = json.get("ratePerSecond");
    JsonNode ratio = json.get("stopIfFailureRatio");
    return new RedriveRequest(
        selection(json),
        get(json, "targetQueue", QueueName::new),
        rate == null ? null : rate.doubleValue(),
        ratio == null ? null : ratio.doubleValue());
  }

  private static RedriveSelection selection(JsonNode json) {
    JsonNode ids = json.get("ids");
    if (ids != null) {
      return new RedriveSelection.Listed(
          EncodedJobIds.read(ids.stringValue()), get(json, "tenant", TenantId::new));
    }
    JsonNode filter = json.required("filter");
    return new RedriveSelection.Matching(
        new JobFilter(
            get(filter, "queue", QueueName::new),
            null,
            get(filter, "type", JobType::new),
            get(filter, "tenant", TenantId::new),
            get(filter, "errorType", text -> text),
            get(filter, "failureGroup", FailureFingerprint::new),
            get(filter, "source", QueueName::new),
            get(filter, "idempotencyKey", IdempotencyKey::new),
            get(filter, "createdFrom", Instant::parse),
            get(filter, "createdBefore", Instant::parse),
            get(filter, "finishedFrom", Instant::parse),
            get(filter, "finishedBefore", Instant::parse),
            null,
            0,
            1,
            false));
  }

  static void put(ObjectNode json, String key, @Nullable Object value) {
    if (value != null) {
      json.put(key, value.toString());
    }
  }

  static <T> @Nullable T get(JsonNode json, String key, Function<String, T> parse) {
    JsonNode node = json.get(key);
    return node == null ? null : parse.apply(node.stringValue());
  }

  static <T> T need(JsonNode json, String key, Function<String, T> parse) {
    return parse.apply(json.required(key).stringValue());
  }
}
