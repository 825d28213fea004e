package io.taskforge.schedule;

import io.taskforge.job.Payload;
import io.taskforge.json.Fault;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.StrictJson;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON form of a schedule, both ways. Reading is strict: unknown and repeated keys, wrong types
 * and values out of bounds are refused, all of them at once, each with key, value and rule. Of a
 * payload everything is kept but the space between its parts. Immutable and thread-safe.
 */
public final class ScheduleJson {
  private static final int MAX_DEPTH = 500;
  // A payload may hold numbers that a double does not.
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxDocumentLength(2L * Payload.MAX_BYTES)
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final ScheduleJson STANDARD = new ScheduleJson(RetryPolicyJson.standard());

  private final RetryPolicyJson policies;

  private ScheduleJson(RetryPolicyJson policies) {
    this.policies = policies;
  }

  /** Returns the form whose retry policies have the strategies that come with TaskForge. */
  public static ScheduleJson standard() {
    return STANDARD;
  }

  /** Returns the form whose retry policies are read by {@code policies}. */
  public static ScheduleJson with(RetryPolicyJson policies) {
    return new ScheduleJson(policies);
  }

  /**
   * Returns the schedule that {@link #write} wrote.
   *
   * @throws InvalidScheduleException if it is not JSON, or describes no valid schedule
   */
  public Schedule read(String json) {
    return new ScheduleReader(policies).read(parse(json), null);
  }

  /**
   * Returns the schedule that either {@code write} wrote, with the version of its definition.
   *
   * @param version of one that was written without
   * @param changedAt when that was made
   * @throws InvalidScheduleException if it is not JSON, or describes no valid schedule
   */
  public VersionedSchedule readRevised(String json, long version, Instant changedAt) {
    return new ScheduleReader(policies).readRevised(parse(json), version, changedAt);
  }

  /**
   * Returns a new schedule as a user describes it: without a past, and with its first run found.
   *
   * @throws InvalidScheduleException if it is not JSON, or describes no valid schedule
   */
  public Schedule readNew(String json, Instant now) {
    return new ScheduleReader(policies).read(parse(json), now);
  }

  private static JsonNode parse(String json) {
    try {
      return StrictJson.read(MAPPER, json);
    } catch (InvalidJsonException e) {
      throw new InvalidScheduleException(
          List.of(new Fault(e.keyOr("schedule"), e.value(), e.rule())));
    }
  }

  /** Returns {@code schedule} as JSON, in one line; what it does not have is left out. */
  public String write(Schedule schedule) {
    return MAPPER.writeValueAsString(tree(schedule));
  }

  /** As {@link #write(Schedule)}, with the version of its definition. */
  public String write(VersionedSchedule revised) {
    ObjectNode root = tree(revised.schedule());
    root.put("version", revised.version());
    root.put("changedAt", revised.changedAt().toString());
    return MAPPER.writeValueAsString(root);
  }

  private static ObjectNode tree(Schedule schedule) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("id", schedule.id().value());
    root.put("tenant", schedule.tenant().value());
    root.put("name", schedule.name());
    root.put("description", schedule.description());
    TimingJson.write(root, schedule.timing());
    JobTemplateJson.write(root.putObject("job"), schedule.job());
    root.put("misfire", JsonObjectReader.word(schedule.misfire()));
    root.put("overlap", JsonObjectReader.word(schedule.overlap()));
    root.put("paused", schedule.paused());
    root.put("createdAt", schedule.createdAt().toString());
    put(root, "nextRunAt", schedule.nextRunAt());
    put(root, "lastRunAt", schedule.lastRunAt());
    put(root, "lastJobId", schedule.lastJobId());
    SkippedOccurrences skip = schedule.lastSkip();
    if (skip != null) {
      ObjectNode node = root.putObject("lastSkip");
      node.put("at", skip.at().toString());
      node.put("count", skip.count());
      node.put("reason", JsonObjectReader.word(skip.reason()));
    }
    return root;
  }

  private static void put(ObjectNode root, String key, @Nullable Object value) {
    if (value != null) {
      root.put(key, value.toString());
    }
  }
}
