package io.taskforge.schedule;

import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.json.Fault;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.BoundedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads one schedule from a JSON tree and collects every fault on the way. Used once. */
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
   * @param version of one that names none
   * @param changedAt when that was made
   */
  VersionedSchedule readRevised(JsonNode root, long version, Instant changedAt) {
    JsonObjectReader json = new JsonObjectReader("", root, faults);
    long named = json.whole("version", version, 1, Long.MAX_VALUE);
    Instant at = json.optional("changedAt", TimingJson.INSTANT_RULE, Instant::parse);
    return new VersionedSchedule(read(root, null), named, at == null ? changedAt : at);
  }

  /**
   * Returns the schedule.
   *
   * @param now when it is new: it then has no past, and the time of its first run is found; or null
   */
  Schedule read(JsonNode root, @Nullable Instant now) {
    JsonObjectReader json = new JsonObjectReader("", root, faults);
    if (!root.isObject()) {
      faults.add(new Fault("schedule", "what is no object", "must be a JSON object"));
      refuseFaults();
    }
    json.knownKeys(now == null ? ALL_KEYS : PLAN_KEYS);
    ScheduleId id =
        json.required(
            "id",
            "must be 1 to 128 of a-z A-Z 0-9 . _ -, beginning with a letter or digit",
            ScheduleId::new);
    TenantId tenant =
        json.optional(
            "tenant",
            "must be 1 to 64 of a-z A-Z 0-9 . _ -, beginning with a letter or digit",
            TenantId::new);
    String name = words(json, "name", Schedule.MAX_NAME_BYTES);
    String description = words(json, "description", Schedule.MAX_DESCRIPTION_BYTES);
    Timing timing = TimingJson.read(json);
    JobTemplate job = JobTemplateJson.read(json.object("job", true), policies);
    MisfirePolicy misfire = json.choice("misfire", MisfirePolicy.class, MisfirePolicy.RUN_ONCE_NOW);
    OverlapPolicy overlap = json.choice("overlap", OverlapPolicy.class, OverlapPolicy.SKIP);
    boolean paused = json.flag("paused");
    Instant createdAt = now;
    Instant nextRunAt = null;
    Instant lastRunAt = null;
    JobId lastJobId = null;
    SkippedOccurrences lastSkip = null;
    if (now == null) {
      createdAt = json.required("createdAt", TimingJson.INSTANT_RULE, Instant::parse);
      nextRunAt = json.optional("nextRunAt", TimingJson.INSTANT_RULE, Instant::parse);
      lastRunAt = json.optional("lastRunAt", TimingJson.INSTANT_RULE, Instant::parse);
      lastJobId = json.optional("lastJobId", "must be a job's id", JobId::parse);
      lastSkip = skip(json.object("lastSkip", false));
    } else if (timing != null) {
      nextRunAt = Schedule.firstRun(timing, now);
    }
    refuseFaults();
    return new Schedule(
        new Schedule.Definition(
            new ScheduleKey(tenant == null ? TenantId.DEFAULT : tenant, Objects.requireNonNull(id)),
            name,
            description,
            Objects.requireNonNull(timing),
            Objects.requireNonNull(job),
            misfire,
            overlap,
            paused),
        new ScheduleProgress(
            Objects.requireNonNull(createdAt), nextRunAt, lastRunAt, lastJobId, lastSkip));
  }

  private static String words(JsonObjectReader json, String key, int maxBytes) {
    String rule = "must be a string of at most " + maxBytes + " bytes, well-formed, without NUL";
    String read =
        json.optional(
            key,
            rule,
            text -> {
              if (!text.equals(BoundedText.of(text, maxBytes))) {
                throw new IllegalArgumentException(rule);
              }
              return text;
            });
    return read == null ? "" : read;
  }

  private static @Nullable SkippedOccurrences skip(@Nullable JsonObjectReader json) {
    if (json == null) {
      return null;
    }
    json.knownKeys(List.of("at", "count", "reason"));
    Instant at = json.required("at", TimingJson.INSTANT_RULE, Instant::parse);
    int count = json.integer("count", 1, 1, SkippedOccurrences.MAX_COUNTED);
    SkippedOccurrences.Reason reason =
        json.choice("reason", SkippedOccurrences.Reason.class, SkippedOccurrences.Reason.MISSED);
    return at == null ? null : new SkippedOccurrences(at, count, reason);
  }

  private void refuseFaults() {
    if (!faults.isEmpty()) {
      throw new InvalidScheduleException(faults);
    }
  }
}
