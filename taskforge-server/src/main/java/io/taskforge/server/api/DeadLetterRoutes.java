package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.store.JobQueries;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/** Lists, redrives and discards single dead letters. */
record DeadLetterRoutes(TaskForge forge, JobQueries queries, QuotaChecks quotas) {
  private static final String PATH = "/api/v1/dead-letters/{id}";
  private static final Field<QueueName> TARGET =
      Field.text(
          "targetQueue",
          "the queue to move it to; the one that it came from if not given",
          QueueName::new);

  private static final Field<Instant> FROM =
      Field.time("from", "only attempts that ended at or after this time");
  // A group that grows between requests may move to another page: the largest come first.
  private static final Field<Integer> CURSOR =
      Field.integer("cursor", "`next` of the previous page", 1, FailureGroupFilter.MAX_LIMIT);
  private static final View<FailureGroup.Sample> SAMPLE =
      View.<FailureGroup.Sample>of("FailureSample")
          .uuid("jobId", FailureGroup.Sample::job, "the job")
          .text("message", FailureGroup.Sample::message, "the error message");
  private static final View<FailureGroup> GROUP =
      View.<FailureGroup>of("FailureGroup")
          .text(
              "fingerprint",
              FailureGroup::fingerprint,
              "identifies the group; use it as failureGroup")
          .text("errorType", FailureGroup::errorType, "of the latest failure")
          .word("kind", FailureGroup::kind, FailureKind.class, "of the latest failure")
          .integer("count", FailureGroup::count, "the number of failed attempts")
          .time("firstSeen", g -> g.seen().first(), "when the first of them failed")
          .time("lastSeen", g -> g.seen().last(), "when the latest of them failed")
          .key(
              "queues",
              g -> new TreeSet<>(g.queues()),
              Schema.list(Schema.text()),
              "the queues; the first " + FailureGroup.MAX_QUEUES + " by name")
          .object("sample", FailureGroup::sample, SAMPLE, "the latest failure")
          .integer("deadJobs", FailureGroup::dead, "jobs of this group that are dead letters now");

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/dead-letters", "listDeadLetters")
            .summary("Lists dead letters, newest first")
            .query(JobFilters.REDRIVE_SHAPE.fields().toArray(Field<?>[]::new))
            .query(JobFilters.DEAD_LETTER_PAGE)
            .large()
            .answers(200, Schema.page(JobJson.LISTED))
            .by(this::list),
        Route.get(PATH, "getDeadLetter")
            .summary("Shows a dead letter")
            .at(Fields.JOB_ID)
            .answers(200, JobJson.SCHEMA)
            .by(request -> Reply.ok(JobJson.of(dead(request)))),
        Route.post(PATH + "/redrive", "redriveDeadLetter")
            .summary(
                "Redrives a dead letter: moves it back to a queue and begins a new round of attempts")
            .audited("dead-letter.redrive")
            .at(Fields.JOB_ID)
            .takes(Shape.of("DeadLetterRedrive", TARGET, Fields.REASON))
            .answers(200, JobJson.SCHEMA)
            .problems(409, 429)
            .by(this::redrive),
        Route.delete(PATH, "deleteDeadLetter")
            .summary("Discards a dead letter; the job is kept as CANCELLED")
            .audited("dead-letter.delete")
            .at(Fields.JOB_ID)
            .query(Fields.REASON)
            .answers(204)
            .by(this::delete),
        Route.get("/api/v1/failure-groups", "listFailureGroups")
            .summary("Groups failed attempts by their cause, the largest groups first")
            .query(FROM, Fields.QUEUE, Fields.TENANT, Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(GROUP))
            .by(this::groups));
  }

  private Reply list(Request request) {
    return JobRoutes.page(
        forge, JobFilters.of(request.query(), request.caller()).state(JobState.DEAD));
  }

  private Job dead(Request request) {
    JobId id = request.path(Fields.JOB_ID);
    return forge
        .job(id)
        .filter(job -> request.caller().sees(job.tenant()))
        .filter(job -> job.state() == JobState.DEAD)
        .orElseThrow(() -> none(id));
  }

  private static RuntimeException none(JobId id) {
    return Problem.notFound("dead letter " + id);
  }

  private Reply redrive(Request request) {
    Job job = JobRoutes.job(forge, request.caller(), request.path(Fields.JOB_ID));
    JobId id = job.id();
    request
        .audit()
        .of(job.tenant())
        .fact("targetQueue", request.body().get(TARGET))
        .fact("reason", request.body().get(Fields.REASON));
    ChangeResult result = redriven(request, job);
    if (result.status() == ChangeResult.Status.REFUSED && result.state() == JobState.DEAD) {
      throw Problem.conflict(
          "job %s is %s and must not start again; enqueue a new job"
              .formatted(id, Guarantee.AT_MOST_ONCE),
          JobState.DEAD.name());
    }
    return JobChangeRoutes.answer(forge, request.caller(), id, "redriven", result);
  }

  private ChangeResult redriven(Request request, Job job) {
    QueueName target = request.body().get(TARGET);
    ChangeNote note = new ChangeNote(request.caller().name(), request.body().get(Fields.REASON));
    if (job.state() != JobState.DEAD) {
      return forge.redrive(job.id(), target, note);
    }
    quotas.queue(request.caller(), target);
    return quotas.job(job.tenant(), () -> forge.redrive(job.id(), target, note));
  }

  private Reply delete(Request request) {
    Job job = dead(request);
    String reason =
        request.query().get(Fields.REASON, "discarded from its dead letter queue through the API");
    request.audit().of(job.tenant()).fact("reason", request.query().get(Fields.REASON));
    ChangeResult result = forge.cancel(job.id(), reason, request.caller().name());
    if (result.status() != ChangeResult.Status.CHANGED) {
      throw none(job.id());
    }
    return Reply.nothing();
  }

  private Reply groups(Request request) {
    FieldValues query = request.query();
    int from = query.get(CURSOR, 0);
    int limit = query.get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    FailureGroupFilter filter =
        FailureGroupFilter.all(Math.min(FailureGroupFilter.MAX_LIMIT, from + limit + 1))
            .from(query.get(FROM))
            .queue(query.get(Fields.QUEUE))
            .tenant(request.caller().only(query.get(Fields.TENANT)));
    List<FailureGroup> largest = queries.failureGroups(filter);
    int end = Math.min(largest.size(), from + limit);
    return PageReply.of(
        largest.subList(Math.min(from, end), end),
        GROUP::json,
        end < largest.size() ? end : null,
        group -> largest.indexOf(group) + 1);
  }
}
