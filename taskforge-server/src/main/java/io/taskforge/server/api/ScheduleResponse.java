package io.taskforge.server.api;

import io.taskforge.job.Guarantee;
import io.taskforge.json.strict.Json;
import io.taskforge.schedule.JobTemplate;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.SkippedOccurrences;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.server.http.Schema;
import io.taskforge.server.httpjob.SecretHeaders;
import io.taskforge.text.DurationText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The JSON form of a schedule in responses. */
final class ScheduleResponse {
  private static final int SHOWN_RUNS = 5;
  static final Schema SCHEMA =
      Schema.object("Schedule")
          .required("id", Schema.text(), "the schedule's id, unique in its tenant")
          .required("tenant", Schema.text(), "the tenant of the schedule and its jobs")
          .required("name", Schema.text(), "a descriptive name; may be empty")
          .required("description", Schema.text(), "a description; may be empty")
          .required("cron", Schema.text().orNull(), "the cron expression; null with at")
          .required("zone", Schema.text().orNull(), "the time zone of cron")
          .required("at", Schema.time().orNull(), "the time of the only run; null with cron")
          .required("oneOff", Schema.bool(), "whether it is deleted after one run")
          .required(
              "job",
              Schema.object("ScheduledJob")
                  .required("queue", Schema.text(), "the queue")
                  .required("type", Schema.text(), "the job type")
                  .required("payload", Schema.any(), "the payload")
                  .required("priority", Schema.integer(), "jobs with a higher priority run first")
                  .required(
                      "guarantee",
                      Schema.oneOf((Object[]) Guarantee.values()),
                      "whether a job may start more than once")
                  .required(
                      "retryPolicy",
                      Schema.any(),
                      "the jobs' own retry policy, the name of one, or null")
                  .required("timeout", Schema.duration().orNull(), "how long one attempt may run"),
              "the job that each occurrence enqueues")
          .required(
              "misfire",
              Schema.oneOf((Object[]) MisfirePolicy.values()),
              "what happens to missed occurrences")
          .required(
              "overlap",
              Schema.oneOf((Object[]) OverlapPolicy.values()),
              "what happens to an occurrence if the previous job is not finished")
          .required("paused", Schema.bool(), "whether the schedule is paused")
          .required("createdAt", Schema.time(), "when it was created")
          .required("changedAt", Schema.time(), "when its definition last changed")
          .required("nextRunAt", Schema.time().orNull(), "its next occurrence; null while paused")
          .required(
              "nextRuns",
              Schema.list(Schema.time()),
              "the next five occurrences; none while paused")
          .required("lastRunAt", Schema.time().orNull(), "the last occurrence that enqueued a job")
          .required("lastJobId", Schema.text("uuid").orNull(), "the id of that job")
          .required(
              "lastSkip",
              Schema.object("SkippedRuns")
                  .required("at", Schema.time(), "the first skipped occurrence")
                  .required("count", Schema.integer(), "the number of skipped occurrences")
                  .required(
                      "reason",
                      Schema.oneOf((Object[]) SkippedOccurrences.Reason.values()),
                      "the reason")
                  .required("explanation", Schema.text(), "an explanation")
                  .orNull(),
              "the last skipped occurrences")
          .required("version", Schema.integer(), "for If-Match; increases with each change");

  private ScheduleResponse() {}

  static ObjectNode of(StoredSchedule stored) {
    Schedule schedule = stored.schedule();
    ObjectNode json = Json.object();
    json.put("id", schedule.id().value());
    json.put("tenant", schedule.tenant().value());
    json.put("name", schedule.name());
    json.put("description", schedule.description());
    timing(json, schedule.timing());
    json.put("oneOff", schedule.timing().oneOff());
    job(json.putObject("job"), schedule.job());
    json.put("misfire", schedule.misfire().name());
    json.put("overlap", schedule.overlap().name());
    json.put("paused", schedule.paused());
    json.put("createdAt", JobJson.time(schedule.createdAt()));
    json.put("changedAt", JobJson.time(stored.changedAt()));
    json.put("nextRunAt", JobJson.time(schedule.paused() ? null : schedule.nextRunAt()));
    ArrayNode runs = json.putArray("nextRuns");
    for (Instant run : schedule.upcoming(SHOWN_RUNS)) {
      runs.add(run.toString());
    }
    json.put("lastRunAt", JobJson.time(schedule.lastRunAt()));
    json.put("lastJobId", schedule.lastJobId() == null ? null : schedule.lastJobId().toString());
    skip(json, schedule.lastSkip());
    json.put("version", stored.version());
    return json;
  }

  private static void timing(ObjectNode json, Timing timing) {
    if (timing instanceof Timing.Recurring recurring) {
      json.put("cron", recurring.cron().text());
      json.put("zone", recurring.zone().getId());
      json.putNull("at");
    } else if (timing instanceof Timing.At at) {
      json.putNull("cron");
      json.putNull("zone");
      json.put("at", JobJson.time(at.instant()));
    }
  }

  private static void job(ObjectNode json, JobTemplate job) {
    json.put("queue", job.queue().value());
    json.put("type", job.type().value());
    json.putRawValue(
        "payload", new RawValue(SecretHeaders.masked(job.type(), job.payload().json())));
    json.put("priority", job.priority());
    json.put("guarantee", job.guarantee().name());
    if (job.retryPolicy() == null) {
      json.putNull("retryPolicy");
    } else {
      json.putRawValue("retryPolicy", new RawValue(job.retryPolicy()));
    }
    json.put("timeout", job.timeout() == null ? null : DurationText.format(job.timeout()));
  }

  private static void skip(ObjectNode json, @Nullable SkippedOccurrences skip) {
    if (skip == null) {
      json.putNull("lastSkip");
    } else {
      json.putObject("lastSkip")
          .put("at", JobJson.time(skip.at()))
          .put("count", skip.count())
          .put("reason", skip.reason().name())
          .put("explanation", skip.explain());
    }
  }
}
