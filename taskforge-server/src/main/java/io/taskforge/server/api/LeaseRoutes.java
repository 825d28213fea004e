package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteResult;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.LeaseTokenSigner;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Lets workers in any language report the results of claimed jobs, and keep their leases. */
final class LeaseRoutes {
  private static final Duration LONGEST_WAIT = Duration.ofDays(3_650);
  private static final String LOST = "its lease expired, or its result was already reported";

  private static final Field<Payload> RESULT =
      new Field<>(
          "result",
          "the job's result: any JSON value up to 256 KiB",
          Schema.any(),
          false,
          Fields::payload);
  private static final Field<String> MESSAGE =
      Field.text("message", "the error message; truncated at 8 KiB", 1_000_000);
  private static final Field<Duration> RETRY_AFTER =
      Field.duration(
          "retryAfter",
          "the delay before the next attempt, as far as the policy allows",
          Duration.ZERO,
          LONGEST_WAIT);
  private static final Field<FailureKind> KIND =
      Field.word(
          "kind",
          "the kind of failure, if the worker knows better than the classifier; a PERMANENT failure"
              + " is not retried, whatever the policy says",
          FailureKind.class);
  private static final Field<String> STACK_TRACE =
      Field.text("stackTrace", "the stack trace; truncated at 16 KiB", 1_000_000);
  private static final Shape JOB_FAILURE =
      Shape.of(
              "JobFailure",
              Fields.ERROR_TYPE.asRequired(),
              Fields.STATUS_CODE,
              KIND,
              MESSAGE,
              RETRY_AFTER,
              STACK_TRACE)
          .example(
              """
              {"errorType": "no_label", "statusCode": 503, "message": "the printer is busy"}
              """);
  private static final Field<FieldValues> FAILURE =
      new Field<>(
          "failure",
          "the failure, if the job failed; without it, the job succeeded",
          JOB_FAILURE.schema(),
          false,
          JOB_FAILURE::read);

  private static final Schema SETTLED =
      Schema.object("SettledJob")
          .required("id", Schema.text("uuid"), "the job's id")
          .required("state", Schema.text(), "the job's state now")
          .required("nextRunAt", Schema.time().orNull(), "about when it runs next")
          .required("explanation", Schema.text(), "why it has this state");
  private static final Schema REPORTED =
      Schema.object("ReportedResult")
          .required("id", Schema.text("uuid"), "the job's id")
          .required(
              "outcome",
              Schema.oneOf((Object[]) Outcome.values()),
              "COMMITTED; CANCELLED, because that was requested while the job ran; or LEASE_LOST:"
                  + " the job is no longer yours and nothing was stored")
          .required("state", Schema.text().orNull(), "the job's state now; null if LEASE_LOST")
          .required("nextRunAt", Schema.time().orNull(), "about when it runs next")
          .required("explanation", Schema.text(), "why it has this state");
  private static final View<RemoteExtension.Extended> EXTENDED =
      View.<RemoteExtension.Extended>of("ExtendedLease")
          .uuid("id", RemoteExtension.Extended::job, "the job's id")
          .time("leaseUntil", RemoteExtension.Extended::leaseUntil, "when the lease expires")
          .bool(
              "cancelRequested",
              RemoteExtension.Extended::cancelRequested,
              "if true, stop the job and release it");

  /** The outcome of one result in a batch. */
  private enum Outcome {
    COMMITTED,
    CANCELLED,
    LEASE_LOST
  }

  private final TaskForge forge;
  private final Field<LeaseToken> token;
  private final Field<List<FieldValues>> results;

  LeaseRoutes(TaskForge forge, LeaseTokenSigner signer) {
    this.forge = forge;
    this.token = Field.text("token", "the token from the claim", signer::verify).asRequired();
    Shape result =
        Shape.of("JobResult", token, RESULT, FAILURE)
            .checking(
                (sent, values) -> {
                  if (values.has(RESULT) && values.has(FAILURE)) {
                    sent.optional("failure").fault("cannot be combined with result");
                  }
                });
    this.results =
        Field.list(
                "results",
                "the results, at most "
                    + RemoteClaim.MAX_LIMIT
                    + "; if one is invalid, none is stored",
                result.schema(),
                RemoteClaim.MAX_LIMIT,
                result::read)
            .asRequired();
  }

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/leases/results", "reportResults")
            .summary("Reports the results of several claimed jobs, which may be of several claims")
            .unaudited(ClaimRoutes.TRAFFIC)
            .takes(
                Shape.of("JobResults", results)
                    .example(
                        """
                        {"results": [{"token": "AAAA.BBBB", "result": {"sent": 3}},
                         {"token": "CCCC.DDDD", "failure": {"errorType": "timeout"}}]}
                        """))
            .answers(
                200,
                Schema.object("ReportedResults")
                    .required(
                        "items",
                        Schema.list(REPORTED),
                        "the outcome of each result, in the order of the request")
                    .required("next", Schema.text().orNull(), "always null"))
            .by(this::report),
        report("complete", "Reports that a claimed job succeeded")
            .takes(Shape.of("JobCompletion", RESULT).example("{\"result\": {\"sent\": 3}}"))
            .answers(200, SETTLED)
            .by(
                request ->
                    settled(
                        request,
                        workers(request)
                            .complete(request.path(token), request.body().get(RESULT)))),
        report("fail", "Reports that a claimed job failed; its retry policy decides what follows")
            .takes(JOB_FAILURE)
            .answers(200, SETTLED)
            .by(
                request ->
                    settled(
                        request,
                        workers(request).fail(request.path(token), failure(request.body())))),
        report("extend", "Extends the lease of a claimed job and of all jobs claimed with it")
            .takes(Shape.of("LeaseExtension", ClaimRoutes.LEASE).example("{\"lease\": \"1m\"}"))
            .answers(200, EXTENDED)
            .by(this::extend),
        report("release", "Returns a claimed job to its queue; not counted as a failure")
            .answers(200, SETTLED)
            .by(request -> settled(request, workers(request).release(request.path(token)))));
  }

  private Route.Builder report(String verb, String summary) {
    return Route.post("/api/v1/leases/{token}/" + verb, verb + "Lease")
        .summary(summary)
        .unaudited(ClaimRoutes.TRAFFIC)
        .at(token)
        .problems(409);
  }

  /** Returns what the caller may use: a tenant's key finds the tenant's jobs only. */
  private RemoteWorkers workers(Request request) {
    RemoteWorkers all = forge.remoteWorkers();
    TenantId tenant = request.caller().tenant();
    return tenant == null ? all : all.of(tenant);
  }

  private Reply report(Request request) {
    List<RemoteResult> reported =
        request.body().required(results).stream().map(this::result).toList();
    return PageReply.all(
        workers(request).report(reported),
        settled -> json(settled).put("outcome", outcome(settled).name()));
  }

  private RemoteResult result(FieldValues values) {
    FieldValues failure = values.get(FAILURE);
    return failure == null
        ? new RemoteResult.Completed(values.required(token), values.get(RESULT))
        : new RemoteResult.Failed(values.required(token), failure(failure));
  }

  private static RemoteFailure failure(FieldValues body) {
    ReportedError error =
        new ReportedError(
            body.required(Fields.ERROR_TYPE), body.get(Fields.STATUS_CODE), body.get(KIND));
    return RemoteFailure.of(error, body.get(MESSAGE, ""))
        .retryAfter(body.get(RETRY_AFTER))
        .stackTrace(body.get(STACK_TRACE));
  }

  private Reply extend(Request request) {
    RemoteExtension extension =
        workers(request)
            .extend(
                request.path(token),
                request.body().get(ClaimRoutes.LEASE, RemoteClaim.DEFAULT_LEASE));
    if (extension instanceof RemoteExtension.Extended extended) {
      return Reply.ok(EXTENDED.json(extended));
    }
    throw lost(request, extension.job());
  }

  private Reply settled(Request request, RemoteSettled settled) {
    if (settled instanceof RemoteSettled.Stale) {
      throw lost(request, settled.job());
    }
    return Reply.ok(json(settled));
  }

  private static ObjectNode json(RemoteSettled settled) {
    ObjectNode json = Json.object().put("id", settled.job().toString());
    if (settled instanceof RemoteSettled.Committed committed) {
      return json.put("state", committed.state().name())
          .put("nextRunAt", JobJson.time(committed.nextRunAt()))
          .put("explanation", committed.explanation());
    }
    boolean cancelled = settled instanceof RemoteSettled.Cancelled;
    return json.put("state", cancelled ? JobState.CANCELLED.name() : null)
        .putNull("nextRunAt")
        .put("explanation", cancelled ? "its cancellation was requested" : LOST);
  }

  private static Outcome outcome(RemoteSettled settled) {
    return settled instanceof RemoteSettled.Committed
        ? Outcome.COMMITTED
        : settled instanceof RemoteSettled.Cancelled ? Outcome.CANCELLED : Outcome.LEASE_LOST;
  }

  /** Another tenant's job is not found, whether it is leased or not. */
  private RuntimeException lost(Request request, JobId job) {
    Caller caller = request.caller();
    return caller.isOperator()
            || forge.job(job).filter(found -> caller.sees(found.tenant())).isPresent()
        ? Problem.conflict("job " + job + " is no longer leased to you: " + LOST, "LEASE_LOST")
        : Problem.notFound("lease with this token");
  }
}
