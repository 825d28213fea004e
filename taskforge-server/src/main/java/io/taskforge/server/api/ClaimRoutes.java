package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteClaimed;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteWorkers;
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

/** Lets workers in any language claim jobs. */
final class ClaimRoutes {
  static final String TRAFFIC = "regular traffic of workers, recorded in the history of each job";
  static final String MODE =
      "what an operator has asked the worker to do: QUIET workers get no more jobs, STOPPING ones"
          + " should also release the jobs that they cannot finish";
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);

  private static final Field<WorkerId> WORKER =
      Field.text("worker", "a unique name of the worker, shown in the history", WorkerId::new)
          .asRequired();
  private static final Field<String> VERSION =
      Field.text(
          "version",
          "the version of the worker's program, such as 1.4.2 or a commit",
          WorkerInfo::checkedVersion);
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
  static final Field<Duration> LEASE =
      Field.duration(
          "lease",
          "the lease duration; 30s by default. Extend the lease before it expires",
          Duration.ofSeconds(1),
          LONGEST_LEASE);
  private static final Shape CLAIM =
      Shape.of("NewClaim", WORKER, TYPES, QUEUES, LIMIT, LEASE, VERSION, Fields.TENANT)
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
          .integer(
              "lostLeases",
              r -> r.job().counters().lostLeases(),
              "the number of attempts so far whose worker was lost")
          .integer(
              "interruptions",
              r -> r.job().counters().interruptions(),
              "the number of attempts so far that a shutdown interrupted")
          .text(
              "idempotencyKey",
              r -> Objects.requireNonNullElse(r.job().idempotencyKey(), r.job().id()),
              "the same for all attempts of the job")
          .integer(
              "fencingToken", r -> r.job().lease().token(), "greater than every earlier attempt's")
          .optional(
              TraceContext.TRACEPARENT_HEADER,
              r -> r.job().trace() == null ? null : r.job().trace().traceparent(),
              Schema.text(),
              "the W3C trace context that the job continues; missing if it has none")
          .optional(
              TraceContext.TRACESTATE_HEADER,
              r -> r.job().trace() == null ? null : r.job().trace().tracestate(),
              Schema.text(),
              "the `tracestate` of the trace; may be empty")
          .time("leaseUntil", RemoteJob::leaseUntil, "when the lease expires")
          .duration("timeout", RemoteJob::timeout, "how long the attempt may run");

  private final RemoteWorkers workers;
  private final LeaseTokenSigner signer;
  private final WorkerQuota quota;

  ClaimRoutes(TaskForge forge, LeaseTokenSigner signer, WorkerQuota quota) {
    this.quota = quota;
    this.signer = signer;
    this.workers = forge.remoteWorkers();
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
                        "items",
                        Schema.list(claimed),
                        "the claimed jobs; empty if none is due, or if an operator has quieted the"
                            + " worker")
                    .required("next", Schema.text().orNull(), "always null")
                    .required("mode", Schema.oneOf((Object[]) WorkerMode.values()), MODE))
            .problems(429)
            .by(this::claim));
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
      String version = body.get(VERSION);
      claim = version == null ? claim : claim.version(version);
    } catch (IllegalArgumentException e) {
      throw Problem.plain(
          400, "invalid", "The request is not valid", String.valueOf(e.getMessage()));
    }
    quota.admit(request.caller(), claim.worker());
    RemoteClaimed answer = workers.claim(claim);
    return Reply.ok(PageReply.list(answer.jobs(), claimed::json).put("mode", answer.mode().name()));
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
}
