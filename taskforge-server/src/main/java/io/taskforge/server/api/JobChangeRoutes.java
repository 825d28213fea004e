package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.json.Fault;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Shape;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Cancels, retries, reschedules and dead-letters jobs. */
record JobChangeRoutes(TaskForge forge, Supplier<Instant> storeNow, QuotaChecks quotas) {
  private static final Field<Instant> RUN_AT = Field.time("runAt", "the new time; or give delay");
  private static final Field<Duration> DELAY =
      Field.duration(
          "delay", "the delay from now; or give runAt", Duration.ZERO, Duration.ofDays(36_500));
  private static final Shape CANCELLATION = Shape.of("Cancellation", Fields.REASON);
  private static final Shape NEW_TIME =
      Shape.of("NewRunTime", RUN_AT, DELAY).example("{\"delay\": \"10m\"}");

  List<Route> routes() {
    return List.of(
        change(
                "cancel",
                "cancelJob",
                "Cancels a job: a waiting one now, a running one when its worker notices")
            .takes(CANCELLATION)
            .by(
                request ->
                    changed(
                        request,
                        "cancelled",
                        id -> forge.cancel(id, reason(request), request.caller().name()))),
        change("retry", "retryJob", "Runs a waiting job now; runs a FAILED or CANCELLED job again")
            .problems(429)
            .by(request -> changed(request, "retried", id -> retry(request, id))),
        change("reschedule", "rescheduleJob", "Changes the time at which a waiting job runs")
            .takes(NEW_TIME)
            .by(
                request -> {
                  Instant when = when(request);
                  return changed(request, "rescheduled", id -> forge.reschedule(id, when));
                }),
        change("cancel-retries", "cancelJobRetries", "Fails a job that waits for a retry")
            .takes(CANCELLATION)
            .by(
                request ->
                    changed(
                        request,
                        "failed: it waits for no retry",
                        id -> forge.cancelRetries(id, reason(request)))),
        change(
                "dead-letter",
                "deadLetterJob",
                "Moves a waiting or FAILED job to the dead letter queue of its queue")
            .takes(Shape.of("DeadLettering", Fields.REASON))
            .by(request -> changed(request, "dead-lettered", id -> deadLetter(request, id))));
  }

  private ChangeResult deadLetter(Request request, JobId id) {
    ChangeResult result =
        forge.deadLetter(
            id,
            request.body().get(Fields.REASON, "moved to the dead letter queue through the API"));
    JobState state = result.state();
    if (result.status() == ChangeResult.Status.REFUSED
        && state != null
        && Transition.DEAD_LETTERED_BY_REQUEST.from().contains(state)) {
      QueueName queue = JobRoutes.job(forge, request.caller(), id).queue();
      throw Problem.conflict(
          "queue %s of job %s has no dead letter queue; PUT /api/v1/queues/%s sets one"
              .formatted(queue, id, queue),
          state.name());
    }
    return result;
  }

  private ChangeResult retry(Request request, JobId id) {
    return retry(JobRoutes.job(forge, request.caller(), id));
  }

  /** Retrying a finished job adds a waiting one; retrying a waiting one does not. */
  ChangeResult retry(Job job) {
    JobId id = job.id();
    if (job.state() == JobState.FAILED || job.state() == JobState.CANCELLED) {
      return quotas.job(job.tenant(), () -> forge.retryNow(id));
    }
    return forge.retryNow(id);
  }

  private static Route.Builder change(String verb, String operation, String summary) {
    return Route.post("/api/v1/jobs/{id}/" + verb, operation)
        .summary(summary)
        .audited("job." + verb)
        .at(Fields.JOB_ID)
        .answers(200, JobJson.SCHEMA)
        .answers(202, JobJson.SCHEMA)
        .problems(409);
  }

  private static String reason(Request request) {
    return request.body().get(Fields.REASON, "cancelled through the API");
  }

  private Instant when(Request request) {
    Instant runAt = request.body().get(RUN_AT);
    Duration delay = request.body().get(DELAY);
    if (delay == null) {
      if (runAt == null) {
        throw invalid(Fault.NOTHING, "runAt or delay is required");
      }
      return runAt;
    }
    if (runAt != null) {
      throw invalid(runAt.toString(), "cannot be combined with delay");
    }
    return storeNow.get().plus(delay);
  }

  private static Problem invalid(String runAt, String rule) {
    return Problem.invalid(RUN_AT.name(), runAt, rule);
  }

  private Reply changed(Request request, String verb, Function<JobId, ChangeResult> change) {
    // A job's tenant never changes, so this check is not a race.
    Job job = JobRoutes.job(forge, request.caller(), request.path(Fields.JOB_ID));
    JobId id = job.id();
    request
        .audit()
        .of(job.tenant())
        .fact("reason", request.body().get(Fields.REASON))
        .fact("runAt", request.body().get(RUN_AT))
        .fact("delay", request.body().get(DELAY));
    return answer(forge, request.caller(), id, verb, change.apply(id));
  }

  /** Returns the job after a change, or throws the problem. */
  static Reply answer(TaskForge forge, Caller caller, JobId id, String verb, ChangeResult result) {
    return switch (result.status()) {
      case CHANGED -> Reply.ok(JobJson.of(JobRoutes.job(forge, caller, id)));
      case REQUESTED -> Reply.json(202, JobJson.of(JobRoutes.job(forge, caller, id)));
      case NOT_FOUND -> throw Problem.notFound("job " + id);
      case REFUSED -> {
        JobState state = result.state();
        String instead =
            state == JobState.DEAD
                ? "; POST /api/v1/dead-letters/" + id + "/redrive runs it again"
                : "";
        throw Problem.conflict(
            "job %s is %s and cannot be %s%s".formatted(id, state, verb, instead),
            String.valueOf(state));
      }
    };
  }
}
