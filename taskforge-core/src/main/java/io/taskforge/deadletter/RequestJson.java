package io.taskforge.deadletter;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a redrive request. */
final class RequestJson {
  private RequestJson() {}

  static void write(RedriveRequest request, ObjectNode json) {
    if (request.selection() instanceof RedriveSelection.Listed listed) {
      json.put("ids", EncodedJobIds.write(listed.ids()));
      Json.put(json, "tenant", listed.tenant());
    } else if (request.selection() instanceof RedriveSelection.Matching matching) {
      JobFilter filter = matching.filter();
      ObjectNode node = json.putObject("filter");
      Json.put(node, "queue", filter.queue());
      Json.put(node, "source", filter.movedFrom());
      Json.put(node, "type", filter.type());
      Json.put(node, "tenant", filter.tenant());
      Json.put(node, "errorType", filter.errorType());
      Json.put(node, "failureKind", filter.failureKind());
      Json.put(node, "failureGroup", filter.fingerprint());
      Json.put(node, "idempotencyKey", filter.key());
      Json.put(node, "createdFrom", filter.createdFrom());
      Json.put(node, "createdBefore", filter.createdBefore());
      Json.put(node, "finishedFrom", filter.finishedFrom());
      Json.put(node, "finishedBefore", filter.finishedBefore());
    }
    json.put("jobState", request.selection().state().name());
    Json.put(json, "targetQueue", request.targetQueue());
    Json.put(json, "by", request.note().by());
    Json.put(json, "why", request.note().reason());
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
    return RedriveRequest.of(selection(json))
        .inState(Json.required(json, "jobState", JobState::valueOf))
        .to(Json.optional(json, "targetQueue", QueueName::new))
        .note(
            new ChangeNote(
                Json.optional(json, "by", by -> by), Json.optional(json, "why", why -> why)))
        .limitedTo(
            rate == null ? null : rate.doubleValue(), ratio == null ? null : ratio.doubleValue());
  }

  private static RedriveSelection selection(JsonNode json) {
    JsonNode ids = json.get("ids");
    if (ids != null) {
      return new RedriveSelection.Listed(
          EncodedJobIds.read(ids.stringValue()), Json.optional(json, "tenant", TenantId::new));
    }
    JsonNode filter = json.required("filter");
    return new RedriveSelection.Matching(
        JobFilter.all(1)
            .withoutPayloads()
            .queue(Json.optional(filter, "queue", QueueName::new))
            .type(Json.optional(filter, "type", JobTypeName::new))
            .tenant(Json.optional(filter, "tenant", TenantId::new))
            .errorType(Json.optional(filter, "errorType", text -> text))
            .failureKind(Json.optional(filter, "failureKind", FailureKind::valueOf))
            .fingerprint(Json.optional(filter, "failureGroup", FailureFingerprint::new))
            .movedFrom(Json.optional(filter, "source", QueueName::new))
            .key(Json.optional(filter, "idempotencyKey", IdempotencyKey::new))
            .createdFrom(Json.optional(filter, "createdFrom", Instant::parse))
            .createdBefore(Json.optional(filter, "createdBefore", Instant::parse))
            .finishedFrom(Json.optional(filter, "finishedFrom", Instant::parse))
            .finishedBefore(Json.optional(filter, "finishedBefore", Instant::parse)));
  }
}
