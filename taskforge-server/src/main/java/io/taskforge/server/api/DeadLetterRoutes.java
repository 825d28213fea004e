package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import java.util.List;

/** Lists, redrives and discards single dead letters. */
record DeadLetterRoutes(TaskForge forge, QuotaChecks quotas) {
  private static final String PATH = "/api/v1/dead-letters/{id}";
  private static final Field<QueueName> TARGET =
      Field.text(
          "targetQueue",
          "the queue to move it to; the one that it came from if not given",
          QueueName::new);

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
            .by(this::delete));
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
}
