package io.taskforge.schedule;

import io.taskforge.job.JobId;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads one schedule from a JSON tree and collects all faults. For one use. */
final class ScheduleReader {
  private static final List<String> PLAN_KEYS =
      List.of(
          "id",
          "tenant",
          "name",
          "description",
          "cron",
          "zone",
          "oneOff",
          "at",
          "job",
          "misfire",
          "overlap",
          "paused");
  private static final List<String> ALL_KEYS =
      Stream.concat(
              PLAN_KEYS.stream(),
              Stream.of(
                  "createdAt",
                  "version",
                  "changedAt",
                  "nextRunAt",
                  "lastRunAt",
                  "lastJobId",
                  "lastSkip"))
          .toList();

  private final RetryPolicyJson policies;
  private final List<Fault> faults = new ArrayList<>();

  ScheduleReader(RetryPolicyJson policies) {
    this.policies = policies;
  }

  /**
   * Returns the schedule with the version of its definition.
   *
   * @param version the version if the document has none
   * @param changedAt the time of the last change if the document has none
   */
  VersionedSchedule readRevised(JsonNode root, long version, Instant changedAt) {
    JsonValue json = JsonValue.root(root, faults);
    Long named = json.optional("version").integer(1L, Long.MAX_VALUE);
    Instant at = json.optional("changedAt").time();
    return new VersionedSchedule(
        read(root, null), named == null ? version : named, at == null ? changedAt : at);
  }

  /**
   * Returns the schedule.
   *
   * @param now the creation time of a new schedule, which has no history yet; null for a stored one
   */
  Schedule read(JsonNode root, @Nullable Instant now) {
    JsonValue json = JsonValue.root(root, faults);
    if (!json.isObject("schedule", "must be a JSON object")) {
      refuseFaults();
    }
    json.knownKeys(now == null ? ALL_KEYS : PLAN_KEYS);
    ScheduleId id = json.required("id").text(ScheduleId::new);
    TenantId tenant = json.optional("tenant").text(TenantId::new);
    String name = json.optional("name").boundedText(Schedule.MAX_NAME_BYTES);
    String description = json.optional("description").boundedText(Schedule.MAX_DESCRIPTION_BYTES);
    Timing timing = TimingJson.read(json);
    JobTemplate job =
        JobTemplateJson.read(json.required("job").object("must be an object"), policies);
    MisfirePolicy misfire = json.optional("misfire").word(MisfirePolicy.class);
    OverlapPolicy overlap = json.optional("overlap").word(OverlapPolicy.class);
    boolean paused = json.optional("paused").flag();
    Instant createdAt = now;
    Instant nextRunAt = null;
    Instant lastRunAt = null;
    JobId lastJobId = null;
    SkippedOccurrences lastSkip = null;
    if (now == null) {
      createdAt = json.required("createdAt").time();
      nextRunAt = json.optional("nextRunAt").time();
      lastRunAt = json.optional("lastRunAt").time();
      lastJobId = json.optional("lastJobId").text(JobId::parse);
      lastSkip = skip(json.optional("lastSkip").object("must be an object"));
    } else if (timing != null) {
      nextRunAt = Schedule.firstRun(timing, now);
    }
    refuseFaults();
    return new Schedule(
        new Schedule.Definition(
            new ScheduleKey(tenant == null ? TenantId.DEFAULT : tenant, Objects.requireNonNull(id)),
            name == null ? "" : name,
            description == null ? "" : description,
            Objects.requireNonNull(timing),
            Objects.requireNonNull(job),
            misfire == null ? MisfirePolicy.RUN_ONCE_NOW : misfire,
            overlap == null ? OverlapPolicy.SKIP : overlap,
            paused),
        new ScheduleProgress(
            Objects.requireNonNull(createdAt), nextRunAt, lastRunAt, lastJobId, lastSkip));
  }

  private static @Nullable SkippedOccurrences skip(@Nullable JsonValue json) {
    if (json == null) {
      return null;
    }
    json.knownKeys(List.of("at", "count", "reason"));
    Instant at = json.required("at").time();
    Integer count = json.optional("count").integer(1, SkippedOccurrences.MAX_COUNTED);
    SkippedOccurrences.Reason reason =
        json.optional("reason").word(SkippedOccurrences.Reason.class);
    return at == null
        ? null
        : new SkippedOccurrences(
            at,
            count == null ? 1 : count,
            reason == null ? SkippedOccurrences.Reason.MISSED : reason);
  }

  private void refuseFaults() {
    if (!faults.isEmpty()) {
      throw new InvalidScheduleException(faults);
    }
  }
}
