package io.taskforge.schedule;

import io.taskforge.job.Payload;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.json.strict.StrictJson;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes schedules as JSON. Reading is strict and reports all faults at once: unknown and
 * repeated keys, wrong types and values out of range. Payloads are kept except for white space.
 * Immutable and thread-safe.
 */
public final class ScheduleJson {
  // A payload may be nested as deeply as JsonText allows.
  private static final StrictJson JSON = new StrictJson(500, 2 * Payload.MAX_BYTES);
  private static final ScheduleJson STANDARD = new ScheduleJson(RetryPolicyJson.standard());

  private final RetryPolicyJson policies;

  private ScheduleJson(RetryPolicyJson policies) {
    this.policies = policies;
  }

  /** Returns the form that reads retry policies with the built-in backoff strategies. */
  public static ScheduleJson standard() {
    return STANDARD;
  }

  /** Returns the form that reads retry policies with {@code policies}. */
  public static ScheduleJson with(RetryPolicyJson policies) {
    return new ScheduleJson(policies);
  }

  /**
   * Reads a schedule that {@link #write} wrote.
   *
   * @throws InvalidScheduleException if {@code json} is not a valid schedule
   */
  public Schedule read(String json) {
    return new ScheduleReader(policies).read(parse(json), null);
  }

  /**
   * Reads a schedule that either {@code write} method wrote, with the version of its definition.
   *
   * @param version the version if the document has none
   * @param changedAt the time of the last change if the document has none
   * @throws InvalidScheduleException if {@code json} is not a valid schedule
   */
  public VersionedSchedule readRevised(String json, long version, Instant changedAt) {
    return new ScheduleReader(policies).readRevised(parse(json), version, changedAt);
  }

  /**
   * Reads the definition of a new schedule and finds the time of its first run.
   *
   * @throws InvalidScheduleException if {@code json} is not a valid schedule
   */
  public Schedule readNew(String json, Instant now) {
    return new ScheduleReader(policies).read(parse(json), now);
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.read(json);
    } catch (InvalidJsonException e) {
      throw new InvalidScheduleException(List.of(e.fault("schedule")));
    }
  }

  /** Returns {@code schedule} as JSON in one line, without keys that have no value. */
  public String write(Schedule schedule) {
    return Json.write(tree(schedule));
  }

  /** Like {@link #write(Schedule)}, with the version of its definition. */
  public String write(VersionedSchedule revised) {
    ObjectNode root = tree(revised.schedule());
    root.put("version", revised.version());
    root.put("changedAt", revised.changedAt().toString());
    return Json.write(root);
  }

  private static ObjectNode tree(Schedule schedule) {
    ObjectNode root = Json.object();
    root.put("id", schedule.id().value());
    root.put("tenant", schedule.tenant().value());
    root.put("name", schedule.name());
    root.put("description", schedule.description());
    TimingJson.write(root, schedule.timing());
    JobTemplateJson.write(root.putObject("job"), schedule.job());
    root.put("misfire", JsonValue.word(schedule.misfire()));
    root.put("overlap", JsonValue.word(schedule.overlap()));
    root.put("paused", schedule.paused());
    root.put("createdAt", schedule.createdAt().toString());
    Json.put(root, "nextRunAt", schedule.nextRunAt());
    Json.put(root, "lastRunAt", schedule.lastRunAt());
    Json.put(root, "lastJobId", schedule.lastJobId());
    SkippedOccurrences skip = schedule.lastSkip();
    if (skip != null) {
      ObjectNode node = root.putObject("lastSkip");
      node.put("at", skip.at().toString());
      node.put("count", skip.count());
      node.put("reason", JsonValue.word(skip.reason()));
    }
    return root;
  }
}
