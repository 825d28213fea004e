package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.IdempotencyKey;
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
import io.taskforge.server.httpjob.SecretHeaders;
import io.taskforge.server.tenant.LimitExceededException;
import io.taskforge.server.tenant.WorkerQuota;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.store.ClaimedJob;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

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
                  ReservedJobTypes.fault(sent.optional("types"), WebhookDelivery.TYPE);
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

  private static final Schema CLAIMED =
      Schema.object("ClaimedJobs")
          .required(
              "items",
              Schema.list(
                  Schema.object("ClaimedJob")
                      .required("token", Schema.text(), "the lease token, for reports")
                      .required("id", Schema.text("uuid"), "the job's id")
                      .required("queue", Schema.text(), "the queue")
                      .required("type", Schema.text(), "the job type")
                      .required("tenant", Schema.text(), "the tenant")
                      .required("payload", Schema.any(), "the payload")
                      .required(
                          "attempt",
                          Schema.integer(),
                          "the number of this attempt since the job was enqueued or redriven, from 1")
                      .required(
                          "totalAttempts",
                          Schema.integer(),
                          "the number of attempts since the job was enqueued, this one included")
                      .required(
                          "failures", Schema.integer(), "the number of failed attempts so far")
                      .required(
                          "idempotencyKey", Schema.text(), "the same for all attempts of the job")
                      .required(
                          "fencingToken", Schema.integer(), "greater than every earlier attempt's")
                      .required("leaseUntil", Schema.time(), "when the lease expires")
                      .required("timeout", Schema.duration(), "how long the attempt may run")),
              "the claimed jobs; empty if none is due")
          .required("next", Schema.text().orNull(), "always null");
  private static final Schema SETTLED =
      Schema.object("SettledJob")
          .required("id", Schema.text("uuid"), "the job's id")
          .required("state", Schema.text(), "the job's state now")
          .required("nextRunAt", Schema.time().orNull(), "about when it runs next")
          .required("explanation", Schema.text(), "why it has this state");
  private static final Schema EXTENDED =
      Schema.object("ExtendedLease")
          .required("id", Schema.text("uuid"), "the job's id")
          .required("leaseUntil", Schema.time(), "when the lease expires")
          .required("cancelRequested", Schema.bool(), "if true, stop the job and release it");

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
        Route.post("/api/v1/claims", "claimJobs", "Claims due jobs for a worker")
            .unaudited(TRAFFIC)
            .takes(CLAIM)
            .large()
            .answers(200, CLAIMED)
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
    return Route.post("/api/v1/leases/{token}/" + verb, verb + "Lease", summary)
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
    try {
      quota.admit(request.caller(), claim.worker());
    } catch (LimitExceededException e) {
      throw QuotaChecks.problem(e);
    }
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    workers.claim(claim).forEach(job -> items.add(claimed(job)));
    json.putNull("next");
    return Reply.ok(json);
  }

  /** Qualifies a worker's name with its tenant, so that tenants cannot use each other's names. */
  private static WorkerId worker(Request request) {
    return TenantWorkers.known(request.caller(), request.body().required(WORKER));
  }

  private static Set<TenantId> only(Request request) {
    TenantId tenant = request.caller().only(request.body().get(Fields.TENANT));
    return tenant == null ? Set.of() : Set.of(tenant);
  }

  private ObjectNode claimed(RemoteJob remote) {
    ClaimedJob job = remote.job();
    IdempotencyKey key = job.idempotencyKey();
    ObjectNode json = Json.object();
    json.put("token", signer.sign(remote.token()));
    json.put("id", job.id().toString());
    json.put("queue", job.queue().value());
    json.put("type", job.type().value());
    json.put("tenant", job.tenant().value());
    json.putRawValue("payload", new RawValue(SecretHeaders.masked(job.type(), job.payload())));
    json.put("attempt", job.attempt());
    json.put("totalAttempts", job.number().total());
    json.put("failures", job.counters().failures());
    json.put("idempotencyKey", key == null ? job.id().toString() : key.value());
    json.put("fencingToken", job.lease().token());
    json.put("leaseUntil", remote.leaseUntil().toString());
    json.put("timeout", DurationText.format(remote.timeout()));
    return json;
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
      return Reply.ok(
          Json.object()
              .put("id", extended.job().toString())
              .put("leaseUntil", extended.leaseUntil().toString())
              .put("cancelRequested", extended.cancelRequested()));
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
