package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.json.strict.Json;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON document in which the store keeps a redrive. */
public final class RedriveDocument {
  private RedriveDocument() {}

  /** Returns the key of a redrive's document. */
  public static DocumentKey key(RedriveId id) {
    return new DocumentKey(DocumentKind.REDRIVE, TenantId.DEFAULT, id.toString());
  }

  /** Returns {@code redrive} as JSON. */
  public static String write(Redrive redrive) {
    ObjectNode json = Json.object();
    json.put("id", redrive.id().toString());
    RequestJson.write(redrive.request(), json.putObject("request"));
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
        .put("watched", EncodedJobIds.write(canary.watched()))
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
    json.put("jobs", EncodedJobIds.write(batch.ids()));
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
        RequestJson.read(json.required("request")),
        Json.required(json, "state", RedriveState::valueOf),
        Json.optional(json, "reason", reason -> reason),
        new RedriveCounts(
            counts.required("matched").longValue(),
            counts.required("moved").longValue(),
            counts.required("skipped").longValue(),
            counts.required("failed").longValue(),
            reasons),
        new RedriveCanary(
            Json.required(canary, "watched", EncodedJobIds::read),
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
    List<JobId> ids = Json.required(json, "jobs", EncodedJobIds::read);
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
}
