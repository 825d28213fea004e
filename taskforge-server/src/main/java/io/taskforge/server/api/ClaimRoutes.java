package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.json.strict.Json;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.LeaseTokenSigner;
import io.taskforge.server.access.TenantWorkers;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.server.httpjob.SecretHeaders;
import io.taskforge.server.tenant.WorkerQuota;
import io.taskforge.server.webhook.WebhookDelivery;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Lets workers in any language claim jobs and report the results. */
final class ClaimRoutes {
  private static final String TRAFFIC =
      "regular traffic of workers, recorded in the history of each job";
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);
  private static final Duration LONGEST_WAIT = Duration.ofDays(3_650);

  private static final Field<WorkerId> WORKER =
      Field.text("worker", "a unique name of the worker, shown in the history", WorkerId::new)
          .asRequired();
  private static final Field<List<QueueName>> QUEUES =
      Field.list(
          "queues",
          "the queues to claim from, in this order; only the queue `default` if not given",
          Schema.text(),
          RemoteClaim.MAX_LIMIT,
          value -> value.text(QueueName::new));
  private static final Field<List<JobTypeName>> TYPES =
      Field.list(
              "types",
              "the job types that the worker can run",
              Schema.text(),
              RemoteClaim.MAX_LIMIT,
              value -> value.text(JobTypeName::new))
          .asRequired();
  private static final Field<Integer> LIMIT =
      Field.integer(
          "limit", "the maximum number of jobs to claim; 1 by default", 1, RemoteClaim.MAX_LIMIT);
  private static final Field<Duration> LEASE =
      Field.duration(
          "lease",
          "the lease duration; 30s by default. Extend the lease before it expires",
          Duration.ofSeconds(1),
          LONGEST_LEASE);
  private static final Shape CLAIM =
      Shape.of("NewClaim", WORKER, TYPES, QUEUES, LIMIT, LEASE, Fields.TENANT)
          .example(
              """
              {"worker": "mailer-1", "types": ["send-mail"], "queues": ["mail"], "limit": 10}
              """)
          .checking(
              (sent, values) -> {
                if (values.get(TYPES, List.of()).contains(WebhookDelivery.TYPE)) {
                  NewJobBody.rejectReserved(sent.optional("types"), WebhookDelivery.TYPE);
                }
              });

  private static final Field<String> TOKEN = Field.text("token", "the token from the claim", 100);
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
  private static final Shape FAILURE =
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

  private static final Schema SETTLED =
      Schema.object("SettledJob")
          .required("id", Schema.text("uuid"), "the job's id")
          .required("state", Schema.text(), "the job's state now")
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

  private final View<RemoteJob> claimed =
      View.<RemoteJob>of("ClaimedJob")
          .text("token", this::signed, "the lease token, for reports")
          .uuid("id", r -> r.job().id(), "the job's id")
          .text("queue", r -> r.job().queue(), "the queue")
          .text("type", r -> r.job().type(), "the job type")
          .text("tenant", r -> r.job().tenant(), "the tenant")
          .raw(
              "payload",
              r -> SecretHeaders.masked(r.job().type(), r.job().payload()),
              "the payload")
          .integer(
              "attempt",
              r -> r.job().attempt(),
              "the number of this attempt since the job was enqueued or redriven, from 1")
          .integer(
              "totalAttempts",
              r -> r.job().number().total(),
              "the number of attempts since the job was enqueued, this one included")
          .integer(
              "failures",
              r -> r.job().counters().failures(),
              "the number of failed attempts so far")
          .text(
              "idempotencyKey",
              r -> Objects.requireNonNullElse(r.job().idempotencyKey(), r.job().id()),
              "the same for all attempts of the job")
          .integer(
              "fencingToken", r -> r.job().lease().token(), "greater than every earlier attempt's")
          .time("leaseUntil", RemoteJob::leaseUntil, "when the lease expires")
          .duration("timeout", RemoteJob::timeout, "how long the attempt may run");

  private final RemoteWorkers workers;
  private final TaskForge forge;
  private final LeaseTokenSigner signer;
  private final WorkerQuota quota;

  ClaimRoutes(TaskForge forge, LeaseTokenSigner signer, WorkerQuota quota) {
    this.quota = quota;
    this.signer = signer;
    this.workers = forge.remoteWorkers();
    this.forge = forge;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/claims", "claimJobs")
            .summary("Claims due jobs for a worker")
            .unaudited(TRAFFIC)
            .takes(CLAIM)
            .large()
            .answers(
                200,
                Schema.object("ClaimedJobs")
                    .required(
                        "items", Schema.list(claimed), "the claimed jobs; empty if none is due")
                    .required("next", Schema.text().orNull(), "always null"))
            .problems(429)
            .by(this::claim),
        report("complete", "Reports that a claimed job succeeded")
            .takes(Shape.of("JobCompletion", RESULT).example("{\"result\": {\"sent\": 3}}"))
            .answers(200, SETTLED)
            .by(request -> settled(workers.complete(token(request), request.body().get(RESULT)))),
        report("fail", "Reports that a claimed job failed; its retry policy decides what follows")
            .takes(FAILURE)
            .answers(200, SETTLED)
            .by(request -> settled(workers.fail(token(request), failure(request.body())))),
        report("extend", "Extends the lease of a claimed job and of all jobs claimed with it")
            .takes(Shape.of("LeaseExtension", LEASE).example("{\"lease\": \"1m\"}"))
            .answers(200, EXTENDED)
            .by(this::extend),
        report("release", "Returns a claimed job to its queue; not counted as a failure")
            .answers(200, SETTLED)
            .by(request -> settled(workers.release(token(request)))));
  }

  private static Route.Builder report(String verb, String summary) {
    return Route.post("/api/v1/leases/{token}/" + verb, verb + "Lease")
        .summary(summary)
        .unaudited(TRAFFIC)
        .at(TOKEN)
        .problems(409);
  }

  private static Problem none() {
    return Problem.notFound("lease with this token");
  }

  /** Returns the token if it belongs to a job of the caller's tenant. */
  private LeaseToken token(Request request) {
    LeaseToken token;
    try {
      token = signer.verify(request.path(TOKEN));
    } catch (IllegalArgumentException e) {
      throw none();
    }
    Caller caller = request.caller();
    if (!caller.isOperator()
        && forge.job(token.job()).filter(job -> caller.sees(job.tenant())).isEmpty()) {
      throw none();
    }
    return token;
  }

  private Reply claim(Request request) {
    FieldValues body = request.body();
    List<QueueName> queues = body.get(QUEUES, List.of(QueueName.DEFAULT));
    RemoteClaim claim;
    try {
      claim =
          RemoteClaim.of(worker(request), queues, Set.copyOf(body.required(TYPES)))
              .limit(body.get(LIMIT, 1))
              .lease(body.get(LEASE, RemoteClaim.DEFAULT_LEASE))
              .tenants(only(request));
    } catch (IllegalArgumentException e) {
      throw Problem.plain(
          400, "invalid", "The request is not valid", String.valueOf(e.getMessage()));
    }
    quota.admit(request.caller(), claim.worker());
    return PageReply.all(workers.claim(claim), claimed::json);
  }

  /** Qualifies a worker's name with its tenant, so that tenants cannot use each other's names. */
  private static WorkerId worker(Request request) {
    return TenantWorkers.known(request.caller(), request.body().required(WORKER));
  }

  private static Set<TenantId> only(Request request) {
    TenantId tenant = request.caller().only(request.body().get(Fields.TENANT));
    return tenant == null ? Set.of() : Set.of(tenant);
  }

  private String signed(RemoteJob remote) {
    return signer.sign(remote.token());
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
        workers.extend(token(request), request.body().get(LEASE, RemoteClaim.DEFAULT_LEASE));
    if (extension instanceof RemoteExtension.Extended extended) {
      return Reply.ok(EXTENDED.json(extended));
    }
    throw stale(extension.job());
  }

  private static Reply settled(RemoteSettled settled) {
    ObjectNode json = Json.object().put("id", settled.job().toString());
    if (settled instanceof RemoteSettled.Committed committed) {
      json.put("state", committed.state().name());
      json.put("nextRunAt", JobJson.time(committed.nextRunAt()));
      json.put("explanation", committed.explanation());
    } else if (settled instanceof RemoteSettled.Cancelled) {
      json.put("state", "CANCELLED");
      json.putNull("nextRunAt");
      json.put("explanation", "its cancellation was requested");
    } else {
      throw stale(settled.job());
    }
    return Reply.ok(json);
  }

  private static RuntimeException stale(JobId job) {
    return Problem.conflict(
        "job "
            + job
            + " is no longer leased to you: its lease expired, or its result was already reported",
        "LEASE_LOST");
  }
}
