package io.taskforge.schedule;

import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.json.strict.StrictJson;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.DurationText;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The JSON document in which the store keeps a schedule. Payloads keep all but white space. */
public final class ScheduleDocument {
  // A payload may be nested as deeply as JsonText allows.
  private static final StrictJson JSON = new StrictJson(500, 2 * Payload.MAX_BYTES);

  private final RetryPolicyJson policies;

  /** Creates a format that reads and writes retry policies with {@code policies}. */
  public ScheduleDocument(RetryPolicyJson policies) {
    this.policies = policies;
  }

  /** Returns a schedule as JSON, without keys that have no value. */
  public String write(Schedule schedule) {
    return Json.write(tree(schedule));
  }

  /** Like {@link #write(Schedule)}, with the version of its definition. */
  public String write(StoredSchedule stored) {
    ObjectNode json = tree(stored.schedule());
    json.put("version", stored.version());
    json.put("changedAt", stored.changedAt().toString());
    return Json.write(json);
  }

  private static ObjectNode tree(Schedule schedule) {
    ObjectNode json = Json.object();
    json.put("id", schedule.id().value());
    json.put("tenant", schedule.tenant().value());
    json.put("name", schedule.name());
    json.put("description", schedule.description());
    if (schedule.timing() instanceof Timing.Recurring recurring) {
      json.put("cron", recurring.cron().text());
      json.put("zone", recurring.zone().getId());
      json.put("oneOff", recurring.oneOff());
    } else if (schedule.timing() instanceof Timing.At at) {
      json.put("at", at.instant().toString());
    }
    writeJob(schedule.job(), json.putObject("job"));
    json.put("misfire", JsonValue.word(schedule.misfire()));
    json.put("overlap", JsonValue.word(schedule.overlap()));
    json.put("paused", schedule.paused());
    json.put("createdAt", schedule.createdAt().toString());
    Json.put(json, "nextRunAt", schedule.nextRunAt());
    Json.put(json, "lastRunAt", schedule.lastRunAt());
    Json.put(json, "lastJobId", schedule.lastJobId());
    SkippedOccurrences skip = schedule.lastSkip();
    if (skip != null) {
      json.putObject("lastSkip")
          .put("at", skip.at().toString())
          .put("count", skip.count())
          .put("reason", JsonValue.word(skip.reason()));
    }
    return json;
  }

  private static void writeJob(JobTemplate job, ObjectNode json) {
    json.put("queue", job.queue().value());
    json.put("type", job.type().value());
    json.putRawValue("payload", new RawValue(job.payload().json()));
    json.put("priority", job.priority());
    json.put("guarantee", JsonValue.word(job.guarantee()));
    if (job.retryPolicy() != null) {
      json.putRawValue("retryPolicy", new RawValue(job.retryPolicy()));
    }
    if (job.timeout() != null) {
      json.put("timeout", DurationText.format(job.timeout()));
    }
    if (!job.key().isEmpty()) {
      json.put("key", job.key());
    }
    if (!job.tags().isEmpty()) {
      ArrayNode tags = json.putArray("tags");
      job.tags().forEach(tags::add);
    }
  }

  /**
   * Reads what either {@code write} method wrote.
   *
   * @param version the version if the document has none
   * @param changedAt the time of the last change if the document has none
   * @throws IllegalArgumentException if {@code text} is something else
   */
  public StoredSchedule read(String text, long version, Instant changedAt) {
    try {
      JsonNode json = JSON.read(text);
      JsonNode named = json.get("version");
      Instant at = Json.optional(json, "changedAt", Instant::parse);
      return new StoredSchedule(
          schedule(json), named == null ? version : named.longValue(), at == null ? changedAt : at);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("invalid schedule: " + e.getMessage(), e);
    }
  }

  private Schedule schedule(JsonNode json) {
    Schedule schedule =
        new Schedule(
                new ScheduleKey(
                    Json.required(json, "tenant", TenantId::new),
                    Json.required(json, "id", ScheduleId::new)),
                timing(json),
                job(json.required("job")),
                progress(json))
            .withName(
                json.required("name").stringValue(), json.required("description").stringValue())
            .withPolicies(
                word(json, "misfire", MisfirePolicy.class),
                word(json, "overlap", OverlapPolicy.class));
    return json.required("paused").booleanValue() ? schedule.pause() : schedule;
  }

  private static ScheduleProgress progress(JsonNode json) {
    return new ScheduleProgress(
        Json.required(json, "createdAt", Instant::parse),
        Json.optional(json, "nextRunAt", Instant::parse),
        Json.optional(json, "lastRunAt", Instant::parse),
        Json.optional(json, "lastJobId", JobId::parse),
        skip(json.get("lastSkip")));
  }

  private static Timing timing(JsonNode json) {
    return json.has("at")
        ? Json.required(json, "at", text -> Timing.at(Instant.parse(text)))
        : new Timing.Recurring(
            Json.required(json, "cron", Cron::parse),
            Json.required(json, "zone", ZoneId::of),
            json.required("oneOff").booleanValue());
  }

  private JobTemplate job(JsonNode json) {
    JsonNode policy = json.get("retryPolicy");
    if (policy != null) {
      policies.readJobChoice(policy.toString());
    }
    JsonNode key = json.get("key");
    return JobTemplate.of(Json.required(json, "type", JobTypeName::new))
        .queue(Json.required(json, "queue", QueueName::new))
        .payload(new Payload(json.required("payload").toString()))
        .priority(json.required("priority").intValue())
        .guarantee(word(json, "guarantee", Guarantee.class))
        .retryPolicy(policy == null ? null : policy.toString())
        .timeout(Json.optional(json, "timeout", DurationText::parse))
        .key(key == null ? "" : key.stringValue())
        .tags(json.path("tags").valueStream().map(JsonNode::stringValue).toList());
  }

  private static @Nullable SkippedOccurrences skip(@Nullable JsonNode json) {
    return json == null
        ? null
        : new SkippedOccurrences(
            Json.required(json, "at", Instant::parse),
            json.required("count").intValue(),
            word(json, "reason", SkippedOccurrences.Reason.class));
  }

  private static <E extends Enum<E>> E word(JsonNode json, String key, Class<E> type) {
    return Json.required(json, key, text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)));
  }
}
