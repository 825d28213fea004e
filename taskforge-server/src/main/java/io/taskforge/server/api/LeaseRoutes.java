package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerMode;
import io.taskforge.json.strict.Json;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
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
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Lets workers in any language report the results of claimed jobs, and keep their leases. */
final class LeaseRoutes {
  private static final String LOST = "its lease expired, or its result was already reported";

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
              "if true, stop the job and release it")
          .word("mode", RemoteExtension.Extended::mode, WorkerMode.class, ClaimRoutes.MODE);
  private static final View<RemoteExtension> EXTENSION =
      View.<RemoteExtension>of("LeaseExtensionResult")
          .uuid("id", RemoteExtension::job, "the job's id")
          .word(
              "outcome",
              LeaseRoutes::outcome,
              ExtensionOutcome.class,
              "EXTENDED; BUSY: a result of the same claim is being stored, extend it again soon; or"
                  + " LEASE_LOST: the job is no longer yours")
          .timeOrNull(
              "leaseUntil",
              e -> e instanceof RemoteExtension.Extended extended ? extended.leaseUntil() : null,
              "when the lease expires; null unless EXTENDED")
          .bool(
              "cancelRequested",
              e -> e instanceof RemoteExtension.Extended extended && extended.cancelRequested(),
              "if true, stop the job and release it")
          .key(
              "mode",
              e -> e instanceof RemoteExtension.Extended extended ? extended.mode() : null,
              Schema.oneOf((Object[]) WorkerMode.values()).orNull(),
              ClaimRoutes.MODE + "; null unless EXTENDED");

  /** The outcome of one result in a batch. */
  private enum Outcome {
    COMMITTED,
    CANCELLED,
    LEASE_LOST
  }

  /** The outcome of one extension in a batch. */
  private enum ExtensionOutcome {
    EXTENDED,
    BUSY,
    LEASE_LOST
  }

  private final TaskForge forge;
  private final JobResultBody result;
  private final Field<LeaseToken> token;
  private final Field<List<FieldValues>> results;
  private final Field<List<LeaseToken>> tokens;

  LeaseRoutes(TaskForge forge, LeaseTokenSigner signer) {
    this.forge = forge;
    this.result = new JobResultBody(signer);
    this.token = result.token();
    this.results =
        Field.list(
                "results",
                "the results, at most "
                    + RemoteClaim.MAX_LIMIT
                    + "; if one is invalid, none is stored",
                result.shape().schema(),
                RemoteClaim.MAX_LIMIT,
                result.shape()::read)
            .asRequired();
    this.tokens =
        Field.list(
                "tokens",
                "the tokens of claimed jobs, at most " + RemoteClaim.MAX_LIMIT,
                Schema.text(),
                RemoteClaim.MAX_LIMIT,
                token.reader())
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
        Route.post("/api/v1/leases/extensions", "extendLeases")
            .summary("Extends the leases of several claimed jobs (heartbeat)")
            .unaudited(ClaimRoutes.TRAFFIC)
            .takes(
                Shape.of("LeaseExtensions", tokens, ClaimRoutes.LEASE)
                    .example("{\"tokens\": [\"AAAA.BBBB\", \"CCCC.DDDD\"], \"lease\": \"30s\"}"))
            .answers(
                200,
                Schema.object("LeaseExtensionResults")
                    .required(
                        "items",
                        Schema.list(EXTENSION),
                        "the outcome for each token, in the order of the request")
                    .required("next", Schema.text().orNull(), "always null"))
            .by(this::extendAll),
        report("complete", "Reports that a claimed job succeeded")
            .takes(
                Shape.of("JobCompletion", JobResultBody.RESULT)
                    .example("{\"result\": {\"sent\": 3}}"))
            .answers(200, SETTLED)
            .by(
                request ->
                    settled(
                        request,
                        workers(request)
                            .complete(
                                request.path(token), request.body().get(JobResultBody.RESULT)))),
        report("fail", "Reports that a claimed job failed; its retry policy decides what follows")
            .takes(JobResultBody.FAILURE)
            .answers(200, SETTLED)
            .by(
                request ->
                    settled(
                        request,
                        workers(request)
                            .fail(request.path(token), JobResultBody.failure(request.body())))),
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
        request.body().required(results).stream().map(result::read).toList();
    return PageReply.all(
        workers(request).report(reported),
        settled -> json(settled).put("outcome", outcome(settled).name()));
  }

  private Reply extendAll(Request request) {
    FieldValues body = request.body();
    return PageReply.all(
        workers(request)
            .extend(body.required(tokens), body.get(ClaimRoutes.LEASE, RemoteClaim.DEFAULT_LEASE)),
        EXTENSION::json);
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

  private static ExtensionOutcome outcome(RemoteExtension extension) {
    return extension instanceof RemoteExtension.Extended
        ? ExtensionOutcome.EXTENDED
        : extension instanceof RemoteExtension.Busy
            ? ExtensionOutcome.BUSY
            : ExtensionOutcome.LEASE_LOST;
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
