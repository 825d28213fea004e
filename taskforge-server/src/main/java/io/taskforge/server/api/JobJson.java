package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.httpjob.SecretHeaders;
import io.taskforge.text.DurationText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The JSON form of a job. */
final class JobJson {
  static final Schema SCHEMA =
      schema("Job")
          .required("payload", Schema.any(), "the payload; secret headers are shown as ***")
          .required("result", Schema.any(), "the result that its handler returned, or null")
          .optional(
              "deadLetterStays",
              Schema.list(DeadLetterStayJson.SCHEMA),
              "its stays in dead letter queues that have ended, newest first, at most 100; only in"
                  + " GET /api/v1/jobs/{id}, and missing if there are none")
          .example(
              """
              {"id": "019e2c7a-5d3b-7c41-9a52-38463631577e", "queue": "mail", "type": "send-mail",
               "tenant": "default", "state": "RETRYING", "priority": 0, "attempt": 1,
               "maxAttempts": 4, "totalAttempts": 1, "failures": 1,
               "lostLeases": 0, "interruptions": 0, "guarantee": "AT_LEAST_ONCE",
               "runAt": "2030-01-31T12:00:02Z", "createdAt": "2030-01-31T12:00:00Z",
               "finishedAt": null, "idempotencyKey": "order-4711", "schedule": null,
               "retryPolicy": "patient",
               "timeout": null, "deadline": null, "payload": {"to": "ann@example.com"},
               "result": null,
               "lastError": {"type": "timeout", "kind": "TRANSIENT", "message": "no answer"},
               "deadLetter": null, "lease": null}
              """);

  /** A job in a list. */
  static final Schema LISTED =
      schema("ListedJob")
          .optional("payload", Schema.any(), "as in Job; only with payload=true")
          .optional("result", Schema.any(), "as in Job; only with payload=true");

  private JobJson() {}

  private static Schema schema(String name) {
    return Schema.object(name)
        .required("id", Schema.text("uuid"), "the job's id; later jobs have greater ids")
        .required("queue", Schema.text(), "the queue that it is in")
        .required("type", Schema.text(), "the job type")
        .required("tenant", Schema.text(), "the tenant")
        .required("state", Schema.oneOf((Object[]) JobState.values()), "the state")
        .required(
            "priority",
            Schema.integer(JobSettings.LOWEST_PRIORITY, JobSettings.HIGHEST_PRIORITY),
            "jobs with a higher priority run first")
        .required(
            "attempt",
            Schema.integer(),
            "the number of the latest attempt in this round, 0 before the first; a redrive, or a"
                + " manual retry of a finished job, begins a new round")
        .required(
            "maxAttempts",
            Schema.integer().orNull(),
            "the most attempts of this round: the policy's, plus one for each attempt that was"
                + " lost, interrupted or snoozed. Only in GET /api/v1/jobs/{id}; null elsewhere,"
                + " once the job has finished, and if its policy cannot be read")
        .required("totalAttempts", Schema.integer(), "the number of attempts since it was enqueued")
        .required(
            "failures",
            Schema.integer(),
            "the number of failed attempts, which the retry policy limits")
        .required(
            "lostLeases",
            Schema.integer(),
            "the number of attempts whose worker stopped responding")
        .required(
            "interruptions",
            Schema.integer(),
            "the number of attempts that a shutdown interrupted; not counted as failures")
        .required(
            "guarantee",
            Schema.oneOf((Object[]) Guarantee.values()),
            "whether the job may start more than once")
        .required("runAt", Schema.time(), "when it is or was due")
        .required("createdAt", Schema.time(), "when it was enqueued")
        .required("finishedAt", Schema.time().orNull(), "when it reached its final state")
        .required("idempotencyKey", Schema.text().orNull(), "the idempotency key")
        .required(
            "schedule", Schema.text().orNull(), "the id of the schedule that enqueued it, or null")
        .required(
            "retryPolicy", Schema.any(), "the job's own retry policy, the name of one, or null")
        .required("timeout", Schema.duration().orNull(), "how long one attempt may run")
        .required("deadline", Schema.time().orNull(), "no attempt starts after this time")
        .required(
            "lastError",
            Schema.object("JobError")
                .required("type", Schema.text(), "the name of the error, such as timeout")
                .required(
                    "kind", Schema.oneOf((Object[]) FailureKind.values()), "the kind of failure")
                .required("message", Schema.text(), "the error message")
                .orNull(),
            "the latest failure; null after a later run ended without one")
        .required(
            "deadLetter",
            Schema.object("DeadLetter")
                .required("dlq_reason", Schema.text(), "why it was dead-lettered")
                .required("moved_from_queue", Schema.text(), "the queue that it came from")
                .required("moved_at", Schema.time(), "when it was dead-lettered")
                .orNull(),
            "details of its move to a dead letter queue, or null")
        .required(
            "lease",
            Schema.object("Lease")
                .required("worker", Schema.text(), "the worker")
                .required(
                    "fencingToken",
                    Schema.integer(),
                    "the fencing token, which grows with each attempt")
                .required("claimedAt", Schema.time(), "when the worker claimed the job")
                .required(
                    "expiresAt", Schema.time(), "when the lease expires unless it is extended")
                .orNull(),
            "the worker's lease; null unless the job runs");
  }

  /** Returns a job without maxAttempts, which would need its policy. */
  static ObjectNode of(Job job) {
    return of(job, null);
  }

  static ObjectNode of(Job job, @Nullable Integer maxAttempts) {
    ObjectNode json = withoutPayload(job, maxAttempts);
    raw(json, "payload", SecretHeaders.masked(job.type(), job.payload().json()));
    Payload result = job.result();
    raw(json, "result", result == null ? null : result.json());
    return json;
  }

  static ObjectNode withoutPayload(Job job) {
    return withoutPayload(job, null);
  }

  private static ObjectNode withoutPayload(Job job, @Nullable Integer maxAttempts) {
    ObjectNode json = Json.object();
    json.put("id", job.id().toString());
    json.put("queue", job.queue().value());
    json.put("type", job.type().value());
    json.put("tenant", job.tenant().value());
    json.put("state", job.state().name());
    json.put("priority", job.priority());
    json.put("attempt", job.attempt());
    json.put("maxAttempts", maxAttempts);
    json.put("totalAttempts", job.totalAttempts());
    json.put("failures", job.counters().failures());
    json.put("lostLeases", job.counters().lostLeases());
    json.put("interruptions", job.counters().interruptions());
    json.put("guarantee", job.guarantee().name());
    json.put("runAt", time(job.runAt()));
    json.put("createdAt", time(job.createdAt()));
    json.put("finishedAt", time(job.finishedAt()));
    json.put("idempotencyKey", job.idempotencyKey() == null ? null : job.idempotencyKey().value());
    json.put("schedule", job.schedule() == null ? null : job.schedule().value());
    raw(json, "retryPolicy", job.retryPolicy());
    json.put("timeout", job.timeout() == null ? null : DurationText.format(job.timeout()));
    json.put("deadline", time(job.deadline()));
    error(json, job.lastError());
    deadLetter(json, job.deadLetter());
    lease(json, job.lease());
    return json;
  }

  private static void error(ObjectNode json, @Nullable JobError error) {
    if (error == null) {
      json.putNull("lastError");
    } else {
      json.putObject("lastError")
          .put("type", error.type())
          .put("kind", error.kind().name())
          .put("message", error.message());
    }
  }

  private static void deadLetter(ObjectNode json, @Nullable DeadLetter dead) {
    if (dead == null) {
      json.putNull("deadLetter");
    } else {
      json.putObject("deadLetter")
          .put("dlq_reason", dead.reason())
          .put("moved_from_queue", dead.movedFrom().value())
          .put("moved_at", time(dead.movedAt()));
    }
  }

  private static void lease(ObjectNode json, Job.@Nullable RunningLease lease) {
    if (lease == null) {
      json.putNull("lease");
    } else {
      json.putObject("lease")
          .put("worker", lease.worker().value())
          .put("fencingToken", lease.token())
          .put("claimedAt", time(lease.claimedAt()))
          .put("expiresAt", time(lease.expiresAt()));
    }
  }

  /** Adds JSON text unchanged, so that numbers keep their exact form. */
  private static void raw(ObjectNode json, String key, @Nullable String text) {
    if (text == null) {
      json.putNull(key);
    } else {
      json.putRawValue(key, new RawValue(text));
    }
  }

  static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
