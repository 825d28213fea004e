package io.taskforge.server.api;

import io.taskforge.JobRetry;
import io.taskforge.RetryStatistics;
import io.taskforge.TaskForge;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.query.AttemptCursor;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.WhyWaiting;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Shows jobs, their history and their retries. */
record JobRoutes(TaskForge forge, ScheduleRunsReply schedules) {
  private static final Field<JobId> JOB_OR_SCHEDULE =
      Fields.uuid(
          "id", "the id of a job, or of a schedule that got a UUID when created", JobId::parse);
  private static final Field<TenantId> TENANT =
      Field.text(
          "tenant",
          "the tenant of the schedule, for a schedule's id; `default` if not given",
          TenantId::new);
  private static final Field<FailureKind> HISTORY_KIND =
      Field.word(
          "failureKind",
          "only attempts of a job with a failure of this kind; the last page may then be empty",
          FailureKind.class);
  private static final View<JobRetry> RETRY =
      View.<JobRetry>of("Retry")
          .integer("retry", JobRetry::number, "the number of the retry")
          .integerOrNull(
              "attempt",
              JobRetry::attempt,
              "the number of its attempt; null if it was cancelled before it started")
          .integer(
              "totalAttempts",
              JobRetry::totalAttempts,
              "attempts since the job was enqueued, with this one if it started")
          .key(
              "status",
              r -> text(r.status()),
              Schema.oneOf(Stream.of(JobRetry.Status.values()).map(JobRoutes::text).toArray()),
              "the status")
          .time("runAt", JobRetry::runAt, "when it was or is due");
  private static final View<List<JobRetry>> RETRIES =
      View.<List<JobRetry>>of("Retries")
          .integer(
              "total",
              r -> RetryStatistics.of(r).total(),
              "retries that ran or were cancelled; runs that were released, snoozed, interrupted or"
                  + " lost and run again are not counted")
          .integer("successful", r -> RetryStatistics.of(r).completed(), "retries that succeeded")
          .integer(
              "failed",
              r -> RetryStatistics.of(r).failed(),
              "retries that failed, or were given up after their worker was lost")
          .integer(
              "cancelled", r -> RetryStatistics.of(r).cancelled(), "retries that were cancelled")
          .list("items", r -> r, RETRY, "each retry, oldest first");

  private static final View<WhyWaiting.Reason> REASON =
      View.<WhyWaiting.Reason>of("WaitReason")
          .lowerCaseWord(
              "code", WhyWaiting.Reason::code, WhyWaiting.Code.class, "the kind of reason")
          .text("text", WhyWaiting.Reason::text, "the reason in a sentence");
  private static final View<WhyWaiting> WHY =
      View.<WhyWaiting>of("WhyWaiting")
          .word("state", WhyWaiting::state, JobState.class, "the job's state")
          .list(
              "reasons",
              WhyWaiting::reasons,
              REASON,
              "what keeps the job from starting, the most important first; never empty")
          .integer(
              "jobsAhead",
              WhyWaiting::jobsAhead,
              "due jobs before this one in its lane, counted up to 10000")
          .durationOrNull(
              "estimatedWait",
              WhyWaiting::estimatedWait,
              "about how long these take, by the average run time of the last hour; or null");

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/jobs", "listJobs")
            .summary("Lists jobs, newest first")
            .query(JobFilters.SHAPE.fields().toArray(Field<?>[]::new))
            .query(JobFilters.PAGE)
            .large()
            .answers(
                200,
                Schema.object("JobsPage")
                    .required("items", Schema.list(JobJson.LISTED), "one page")
                    .required(
                        "next",
                        Schema.text().orNull(),
                        "the cursor of the next page; null on the last")
                    .optional(
                        "scanned",
                        Schema.integer(),
                        "with `payloadContains`: how many payloads were read. If `next` is not null"
                            + " and the page is not full, the search was cut and continues there"))
            .by(this::list),
        Route.get("/api/v1/jobs/{id}", "getJob")
            .summary("Shows a job; for a schedule's id, the schedule and its latest job")
            .at(JOB_OR_SCHEDULE)
            .query(TENANT)
            .answers(200, Schema.union("JobOrSchedule", JobJson.SCHEMA, ScheduleRunsReply.VIEW))
            .by(this::show),
        Route.get("/api/v1/jobs/{id}/history", "getJobHistory")
            .summary(
                "Lists a job's latest attempts, oldest first; for a schedule's id, the attempts of"
                    + " all its jobs, newest first; a table for Accept: text/plain")
            .at(JOB_OR_SCHEDULE)
            .query(ScheduleRunsReply.LIMIT, ScheduleRunsReply.CURSOR, HISTORY_KIND, TENANT)
            .large()
            .answers(200, Schema.page(JobJson.ATTEMPT))
            .orText()
            .by(this::history),
        Route.get("/api/v1/jobs/{id}/retries", "getJobRetries")
            .summary("Lists a job's retries with their status, and counts them")
            .at(Fields.JOB_ID)
            .answers(200, RETRIES)
            .by(this::retries),
        Route.get("/api/v1/jobs/{id}/why", "getJobWhy")
            .summary("Shows why a job is not running")
            .at(Fields.JOB_ID)
            .answers(200, WHY)
            .by(this::why));
  }

  private Reply list(Request request) {
    JobFilter filter = JobFilters.of(request.query(), request.caller());
    PayloadMatch match = JobFilters.payload(request.query());
    return match == null ? page(forge, filter) : new PayloadSearch(forge, match).page(filter);
  }

  static Reply page(TaskForge forge, JobFilter filter) {
    JobPage page = forge.jobs(filter);
    return PageReply.of(
        page.items(),
        filter.payloads() ? JobJson::of : JobJson::withoutPayload,
        page.next(),
        Job::id);
  }

  private Reply show(Request request) {
    Optional<Job> job = seen(forge, request.caller(), request.path(JOB_OR_SCHEDULE));
    return job.isPresent() ? shown(job.get()) : schedules.show(schedule(request), missing(request));
  }

  private Reply shown(Job job) {
    ObjectNode json = JobJson.of(job).put("maxAttempts", maxAttempts(job));
    forge.destinations().of(job).ifPresent(to -> json.put("destination", to.name()));
    forge
        .deadLetterStays(job.id())
        .forEach(stay -> json.withArray("deadLetterStays").add(JobJson.STAY.json(stay)));
    return Reply.ok(json);
  }

  /** The schedule with this id; schedules without a chosen id have a UUID that no job has. */
  private static ScheduleKey schedule(Request request) {
    return new ScheduleKey(
        request.caller().owner(request.query().get(TENANT)),
        new ScheduleId(request.path(JOB_OR_SCHEDULE).toString()));
  }

  private static String missing(Request request) {
    return "job " + request.path(JOB_OR_SCHEDULE);
  }

  /** Returns null if the policy cannot be read: the job can still be shown. */
  private @Nullable Integer maxAttempts(Job job) {
    try {
      OptionalInt most =
          forge
              .effectivePolicy(job.id())
              .map(policy -> job.maxAttempts(policy.policy()))
              .orElse(OptionalInt.empty());
      return most.isPresent() ? (Integer) most.getAsInt() : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private Job job(Request request) {
    return job(forge, request.caller(), request.path(Fields.JOB_ID));
  }

  /** Returns a job, or a 404; also if it belongs to another tenant. */
  static Job job(TaskForge forge, Caller caller, JobId id) {
    return seen(forge, caller, id).orElseThrow(() -> Problem.notFound("job " + id));
  }

  private static Optional<Job> seen(TaskForge forge, Caller caller, JobId id) {
    return forge.job(id).filter(job -> caller.sees(job.tenant()));
  }

  private Reply history(Request request) {
    Optional<Job> job = seen(forge, request.caller(), request.path(JOB_OR_SCHEDULE));
    if (job.isEmpty()) {
      return schedules.runs(request, schedule(request), missing(request));
    }
    JobId id = job.get().id();
    AttemptCursor cursor = request.query().get(ScheduleRunsReply.CURSOR);
    List<Attempt> attempts =
        forge.history(
            AttemptFilter.latest(id, ScheduleRunsReply.limit(request))
                .before(cursor == null ? null : (Integer) cursor.entry())
                .failureKind(request.query().get(HISTORY_KIND)));
    if (request.prefersText()) {
      return Reply.text(HistoryTable.of(job.get(), attempts));
    }
    PageReply page = new PageReply();
    int first = 1;
    for (int i = attempts.size() - 1;
        i >= 0 && page.add(JobJson.ATTEMPT.json(attempts.get(i)));
        i--) {
      first = attempts.get(i).number().entry();
    }
    // The history has no gaps: there are earlier entries unless the first shown is entry 1.
    return page.reversed().reply(first > 1 ? new AttemptCursor(id, first).toString() : null);
  }

  private Reply why(Request request) {
    JobId id = job(request).id();
    return forge
        .why(id)
        .map(why -> Reply.ok(WHY.json(why)))
        .orElseThrow(() -> Problem.notFound("job " + id));
  }

  private Reply retries(Request request) {
    Job job = job(request);
    return Reply.ok(
        RETRIES.json(JobRetry.of(job, forge.history(AttemptFilter.all(job.id()).withoutTexts()))));
  }

  private static String text(JobRetry.Status status) {
    return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
