package io.taskforge.server.api;

import io.taskforge.job.Guarantee;
import io.taskforge.schedule.JobTemplate;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.SkippedOccurrences;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.server.httpjob.SecretHeaders;
import java.util.function.Function;

/** The JSON form of a schedule in responses. */
final class ScheduleResponse {
  private static final int SHOWN_RUNS = 5;
  private static final View<JobTemplate> JOB =
      View.<JobTemplate>of("ScheduledJob")
          .text("queue", JobTemplate::queue, "the queue")
          .text("type", JobTemplate::type, "the job type")
          .raw("payload", j -> SecretHeaders.masked(j.type(), j.payload().json()), "the payload")
          .integer("priority", JobTemplate::priority, "jobs with a higher priority run first")
          .word(
              "guarantee",
              JobTemplate::guarantee,
              Guarantee.class,
              "whether a job may start more than once")
          .raw(
              "retryPolicy",
              JobTemplate::retryPolicy,
              "the jobs' own retry policy, the name of one, or null")
          .durationOrNull("timeout", JobTemplate::timeout, "how long one attempt may run")
          .text("key", JobTemplate::key, "the key of its jobs' lane; empty by default")
          .key("tags", JobTemplate::tags, Schema.list(Schema.text()), "words to find the jobs by");
  private static final View<SkippedOccurrences> SKIP =
      View.<SkippedOccurrences>of("SkippedRuns")
          .time("at", SkippedOccurrences::at, "the first skipped occurrence")
          .integer("count", SkippedOccurrences::count, "the number of skipped occurrences")
          .word("reason", SkippedOccurrences::reason, SkippedOccurrences.Reason.class, "the reason")
          .text("explanation", SkippedOccurrences::explain, "an explanation");
  private static final View<Schedule> SCHEDULE =
      View.<Schedule>of("ScheduleWithoutVersion")
          .text("id", Schedule::id, "the schedule's id, unique in its tenant")
          .text("tenant", Schedule::tenant, "the tenant of the schedule and its jobs")
          .text("name", Schedule::name, "a descriptive name; may be empty")
          .text("description", Schedule::description, "a description; may be empty")
          .textOrNull("cron", recurring(r -> r.cron().text()), "the cron expression; null with at")
          .textOrNull(
              "cronText",
              recurring(r -> r.cron().describe()),
              "the cron expression in English, such as at 03:00 every day")
          .textOrNull("zone", recurring(Timing.Recurring::zone), "the time zone of cron")
          .timeOrNull(
              "at",
              s -> s.timing() instanceof Timing.At at ? at.instant() : null,
              "the time of the only run; null with cron")
          .bool("oneOff", s -> s.timing().oneOff(), "whether it is deleted after one run")
          .object("job", Schedule::job, JOB, "the job that each occurrence enqueues")
          .word(
              "misfire",
              Schedule::misfire,
              MisfirePolicy.class,
              "what happens to missed occurrences")
          .word(
              "overlap",
              Schedule::overlap,
              OverlapPolicy.class,
              "what happens to an occurrence if the previous job is not finished")
          .bool("paused", Schedule::paused, "whether the schedule is paused")
          .time("createdAt", Schedule::createdAt, "when it was created");

  static final View<StoredSchedule> VIEW =
      View.<StoredSchedule>of("Schedule")
          .with(SCHEDULE, StoredSchedule::schedule)
          .time("changedAt", StoredSchedule::changedAt, "when its definition last changed")
          .timeOrNull(
              "nextRunAt",
              s -> s.schedule().paused() ? null : s.schedule().nextRunAt(),
              "its next occurrence; null while paused")
          .key(
              "nextRuns",
              s -> s.schedule().upcoming(SHOWN_RUNS),
              Schema.list(Schema.time()),
              "the next five occurrences; none while paused")
          .timeOrNull(
              "lastRunAt", s -> s.schedule().lastRunAt(), "the last occurrence that enqueued a job")
          .key(
              "lastJobId",
              s -> s.schedule().lastJobId(),
              Schema.text("uuid").orNull(),
              "the id of that job")
          .objectOrNull(
              "lastSkip", s -> s.schedule().lastSkip(), SKIP, "the last skipped occurrences")
          .integer("version", StoredSchedule::version, "for If-Match; increases with each change");

  private ScheduleResponse() {}

  private static View.Value<Schedule> recurring(Function<Timing.Recurring, ?> value) {
    return schedule ->
        schedule.timing() instanceof Timing.Recurring recurring ? value.apply(recurring) : null;
  }
}
