package io.taskforge.server.api;

import io.taskforge.StoredSchedule;
import io.taskforge.job.Guarantee;
import io.taskforge.schedule.JobTemplate;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.Skip;
import io.taskforge.schedule.Timing;
import io.taskforge.json.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.httpjob.SecretHeaders;
import io.taskforge.text.DurationText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** A schedule as the API shows it. */
final class ScheduleResponse {
  private static final int SHOWN_RUNS = 5;
  static final Schema SCHEMA =
      Schema.object("Schedule")
          .required("id", Schema.text(), "unique in its tenant")
          .required("tenant", Schema.text(), "whose it is, and its jobs are")
          .required("name", Schema.text(), "for people; may be empty")
          .required("description", Schema.text(), "for people; may be empty")
          .required("cron", Schema.text().orNull(), "when it runs; null if at says so")
          .required("zone", Schema.text().orNull(), "the time zone of cron")
          .required("at", Schema.time().orNull(), "when it runs once; null if cron says so")
          .required("oneOff", Schema.bool(), "whether it goes when it has run once")
          .required(
              "job",
              Schema.object("ScheduledJob")
                  .required("queue", Schema.text(), "where its jobs wait")
                  .required("type", Schema.text(), "what they are")
                  .required("payload", Schema.any(), "what they are enqueued with")
                  .required("priority", Schema.integer(), "higher goes first")
                  .required(
                      "guarantee",
                      Schema.oneOf((Object[]) Guarantee.values()),
                      "how often each may start")
                  .required(
                      "retryPolicy", Schema.any(), "their own policy, or the name of one, or null")
                  .required("timeout", Schema.duration().orNull(), "how long one attempt may run"),
              "what each occurrence enqueues")
          .required(
              "misfire",
              Schema.oneOf((Object[]) MisfirePolicy.values()),
              "what becomes of missed occurrences")
          .required(
              "overlap",
              Schema.oneOf((Object[]) OverlapPolicy.values()),
              "what becomes of an occurrence while the last job is not finished")
          .required("paused", Schema.bool(), "whether nothing runs")
          .required("createdAt", Schema.time(), "when it was made")
          .required("changedAt", Schema.time(), "when somebody last changed it; runs don't count")
          .required("nextRunAt", Schema.time().orNull(), "its next occurrence; null while paused")
          .required("nextRuns", Schema.list(Schema.time()), "the next five; none while paused")
          .required("lastRunAt", Schema.time().orNull(), "the last occurrence that got a job")
          .required("lastJobId", Schema.text("uuid").orNull(), "that job")
          .required(
              "lastSkip",
              Schema.object("SkippedRuns")
                  .required("at", Schema.time(), "the first of them")
                  .required("count", Schema.integer(), "how many")
                  .required("reason", Schema.oneOf((Object[]) Skip.Reason.values()), "why")
                  .required("explanation", Schema.text(), "all that in words")
                  .orNull(),
              "the last occurrences that were left out")
          .required("version", Schema.integer(), "for If-Match; grows with changedAt");

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

  private static void skip(ObjectNode json, @Nullable Skip skip) {
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
