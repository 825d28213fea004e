package io.taskforge.deadletter;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON document in which the store keeps a redrive. */
public final class RedriveDocument {
  private RedriveDocument() {}

  /** Returns the key of the document that holds a redrive. */
  public static DocumentKey key(RedriveId id) {
    return new DocumentKey(DocumentKind.REDRIVE, TenantId.DEFAULT, id.toString());
  }

  /** Returns a redrive as JSON. */
  public static String write(Redrive redrive) {
    ObjectNode json = Json.object();
    json.put("id", redrive.id().toString());
    write(redrive.request(), json.putObject("request"));
    json.put("state", redrive.state().name());
    Json.put(json, "reason", redrive.reason());
    RedriveCounts counts = redrive.counts();
    ObjectNode counted = json.putObject("counts");
    counted.put("matched", counts.matched());
    counted.put("moved", counts.moved());
    counted.put("skipped", counts.skipped());
    counted.put("failed", counts.failed());
    ObjectNode reasons = counted.putObject("reasons");
    counts.reasons().forEach(reasons::put);
    RedriveCanary canary = redrive.canary();
    json.putObject("canary")
        .put("watched", encoded(canary.watched()))
        .put("ran", canary.ran())
        .put("failedAgain", canary.failedAgain())
        .put("latest", canary.latest());
    Json.put(json, "cursor", redrive.position().cursor());
    RedriveBatch batch = redrive.position().batch();
    if (batch != null) {
      write(batch, json.putObject("batch"));
    }
    Redrive.Times times = redrive.times();
    json.put("createdAt", times.createdAt().toString());
    Json.put(json, "startedAt", times.startedAt());
    Json.put(json, "movedAt", times.movedAt());
    Json.put(json, "finishedAt", times.finishedAt());
    return Json.write(json);
  }

  private static void write(RedriveBatch batch, ObjectNode json) {
    json.put("jobs", encoded(batch.ids()));
    ArrayNode entries = json.putArray("entries");
    batch.jobs().forEach(job -> entries.add(job.entry()));
    ObjectNode skipped = json.putObject("skipped");
    batch.skipped().forEach(skipped::put);
    json.put("cursor", batch.cursor().toString());
    json.put("worker", batch.worker().value());
    json.put("tries", batch.tries());
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException if {@code text} is something else
   */
  public static Redrive read(String text) {
    JsonNode json = Json.read(text);
    JsonNode counts = json.required("counts");
    SortedMap<String, Long> reasons = new TreeMap<>();
    counts.required("reasons").forEachEntry((reason, n) -> reasons.put(reason, n.longValue()));
    JsonNode canary = json.required("canary");
    JsonNode batch = json.get("batch");
    return new Redrive(
        Json.required(json, "id", RedriveId::parse),
        request(json.required("request")),
        Json.required(json, "state", RedriveState::valueOf),
        Json.optional(json, "reason", reason -> reason),
        new RedriveCounts(
            counts.required("matched").longValue(),
            counts.required("moved").longValue(),
            counts.required("skipped").longValue(),
            counts.required("failed").longValue(),
            reasons),
        new RedriveCanary(
            Json.required(canary, "watched", RedriveDocument::ids),
            canary.required("ran").longValue(),
            canary.required("failedAgain").longValue(),
            canary.required("latest").stringValue()),
        new Redrive.Position(
            Json.optional(json, "cursor", JobId::parse), batch == null ? null : batch(batch)),
        new Redrive.Times(
            Json.required(json, "createdAt", Instant::parse),
            Json.optional(json, "startedAt", Instant::parse),
            Json.optional(json, "movedAt", Instant::parse),
            Json.optional(json, "finishedAt", Instant::parse)));
  }

  private static RedriveBatch batch(JsonNode json) {
    List<JobId> ids = Json.required(json, "jobs", RedriveDocument::ids);
    List<RedriveBatch.Planned> jobs = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      jobs.add(
          new RedriveBatch.Planned(ids.get(i), json.required("entries").required(i).intValue()));
    }
    Map<String, Integer> skipped = new TreeMap<>();
    json.required("skipped").forEachEntry((reason, n) -> skipped.put(reason, n.intValue()));
    return new RedriveBatch(
        jobs,
        skipped,
        Json.required(json, "cursor", JobId::parse),
        Json.required(json, "worker", WorkerId::new),
        json.required("tries").intValue());
  }

  private static void write(RedriveRequest request, ObjectNode json) {
    if (request.selection() instanceof RedriveSelection.Listed listed) {
      json.put("ids", encoded(listed.ids()));
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
      Json.put(node, "tag", filter.tag());
      ScheduleKey schedule = filter.schedule();
      if (schedule != null) {
        Json.put(node, "schedule", schedule.id());
        Json.put(node, "scheduleTenant", schedule.tenant());
      }
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

  private static RedriveRequest request(JsonNode json) {
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
          ids(ids.stringValue()), Json.optional(json, "tenant", TenantId::new));
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
            .tag(Json.optional(filter, "tag", tag -> tag))
            .schedule(Json.optional(filter, "schedule", id -> schedule(filter, id)))
            .createdFrom(Json.optional(filter, "createdFrom", Instant::parse))
            .createdBefore(Json.optional(filter, "createdBefore", Instant::parse))
            .finishedFrom(Json.optional(filter, "finishedFrom", Instant::parse))
            .finishedBefore(Json.optional(filter, "finishedBefore", Instant::parse)));
  }

  private static ScheduleKey schedule(JsonNode filter, String id) {
    return new ScheduleKey(
        Json.required(filter, "scheduleTenant", TenantId::new), new ScheduleId(id));
  }

  /** Encodes ids in Base64, so that 10 000 of them fit into a document. */
  private static String encoded(List<JobId> ids) {
    ByteBuffer bytes = ByteBuffer.allocate(ids.size() * 2 * Long.BYTES);
    for (JobId id : ids) {
      bytes.putLong(id.value().getMostSignificantBits());
      bytes.putLong(id.value().getLeastSignificantBits());
    }
    return Base64.getEncoder().withoutPadding().encodeToString(bytes.array());
  }

  private static List<JobId> ids(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
    List<JobId> ids = new ArrayList<>();
    while (bytes.hasRemaining()) {
      ids.add(new JobId(new UUID(bytes.getLong(), bytes.getLong())));
    }
    return ids;
  }
}
