package io.taskforge.deadletter;

import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON document in which the store keeps a redrive. */
public final class RedriveDocument {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private RedriveDocument() {}

  /** Returns the key of a redrive's document. */
  public static DocumentKey key(RedriveId id) {
    return new DocumentKey(DocumentKind.REDRIVE, TenantId.DEFAULT, id.toString());
  }

  /** Returns a redrive's JSON. */
  public static String write(Redrive redrive) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("id", redrive.id().toString());
    RequestJson.write(redrive.request(), json.putObject("request"));
    json.put("state", redrive.state().name());
    RequestJson.put(json, "reason", redrive.reason());
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
    RequestJson.put(json, "cursor", redrive.cursor());
    RedriveBatch batch = redrive.batch();
    if (batch != null) {
      write(batch, json.putObject("batch"));
    }
    Redrive.Times times = redrive.times();
    json.put("createdAt", times.createdAt().toString());
    RequestJson.put(json, "startedAt", times.startedAt());
    RequestJson.put(json, "movedAt", times.movedAt());
    RequestJson.put(json, "finishedAt", times.finishedAt());
    return MAPPER.writeValueAsString(json);
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
   * Reads a redrive's JSON.
   *
   * @throws RuntimeException if the JSON is not a redrive's
   */
  public static Redrive read(String text) {
    JsonNode json = MAPPER.readTree(text);
    JsonNode counts = json.required("counts");
    SortedMap<String, Long> reasons = new TreeMap<>();
    counts.required("reasons").forEachEntry((reason, n) -> reasons.put(reason, n.longValue()));
    JsonNode canary = json.required("canary");
    JsonNode batch = json.get("batch");
    return new Redrive(
        RequestJson.need(json, "id", RedriveId::parse),
        RequestJson.read(json.required("request")),
        RequestJson.need(json, "state", RedriveState::valueOf),
        RequestJson.get(json, "reason", reason -> reason),
        new RedriveCounts(
            counts.required("matched").longValue(),
            counts.required("moved").longValue(),
            counts.required("skipped").longValue(),
            counts.required("failed").longValue(),
            reasons),
        new RedriveCanary(
            RequestJson.need(canary, "watched", EncodedJobIds::read),
            canary.required("ran").longValue(),
            canary.required("failedAgain").longValue(),
            canary.required("latest").stringValue()),
        RequestJson.get(json, "cursor", JobId::parse),
        batch == null ? null : batch(batch),
        new Redrive.Times(
            RequestJson.need(json, "createdAt", Instant::parse),
            time(json, "startedAt"),
            time(json, "movedAt"),
            time(json, "finishedAt")));
  }

  private static RedriveBatch batch(JsonNode json) {
    List<JobId> ids = RequestJson.need(json, "jobs", EncodedJobIds::read);
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
        RequestJson.need(json, "cursor", JobId::parse),
        RequestJson.need(json, "worker", WorkerId::new),
        json.required("tries").intValue());
  }

  private static @Nullable Instant time(JsonNode json, String key) {
    return RequestJson.get(json, key, Instant::parse);
  }
}
