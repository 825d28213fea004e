package io.taskforge.server.api;

import io.taskforge.job.DeadLetter;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.retry.FailureKind;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.server.httpjob.SecretHeaders;
import io.taskforge.text.DurationText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** A job as the API shows it. */
final class JobJson {
  static final Schema SCHEMA =
      schema("Job")
          .required("payload", Schema.any(), "what it was enqueued with; secret headers as ***")
          .required("result", Schema.any(), "what its handler returned");

  /** A job in a list. */
  static final Schema LISTED =
      schema("ListedJob")
          .optional("payload", Schema.any(), "as in Job; left out unless payload=true")
          .optional("result", Schema.any(), "as in Job; left out unless payload=true");

  private JobJson() {}

  private static Schema schema(String name) {
    return Schema.object(name)
        .required("id", Schema.text("uuid"), "grows with time: a later job has a greater id")
        .required("queue", Schema.text(), "where it is now")
        .required("type", Schema.text(), "what it is; workers take jobs by type")
        .required("tenant", Schema.text(), "whose it is")
        .required("state", Schema.oneOf((Object[]) JobState.values()), "where it stands")
        .required("priority", Schema.integer(), "higher goes first")
        .required(
            "attempt",
            Schema.integer(),
            "its latest attempt's number; 0 before the first. A run that was cancelled while it"
                + " waited has a number too")
        .required("failures", Schema.integer(), "attempts that failed: the policy's business")
        .required("lostLeases", Schema.integer(), "attempts whose worker fell silent")
        .required("interruptions", Schema.integer(), "attempts that a shutdown ended; free")
        .required(
            "guarantee", Schema.oneOf((Object[]) Guarantee.values()), "how often it may start")
        .required("runAt", Schema.time(), "when it is or was due")
        .required("createdAt", Schema.time(), "when it was enqueued")
        .required("finishedAt", Schema.time().orNull(), "when it reached its final state")
        .required("idempotencyKey", Schema.text().orNull(), "the key that it was enqueued with")
        .required("retryPolicy", Schema.any(), "its own policy, or the name of one, or null")
        .required("timeout", Schema.duration().orNull(), "how long one attempt may run")
        .required("deadline", Schema.time().orNull(), "no attempt starts after it")
        .required(
            "lastError",
            Schema.object("JobError")
                .required("type", Schema.text(), "the error's name, such as timeout")
                .required("kind", Schema.oneOf((Object[]) FailureKind.values()), "what it means")
                .required("message", Schema.text(), "what it said")
                .orNull(),
            "what went wrong in its latest failure; null once a later run ended it without")
        .required(
            "deadLetter",
            Schema.object("DeadLetter")
                .required("dlq_reason", Schema.text(), "why it was given up")
                .required("moved_from_queue", Schema.text(), "where it came from")
                .required("moved_at", Schema.time(), "when")
                .orNull(),
            "what is known of its move to a dead letter queue")
        .required(
            "lease",
            Schema.object("Lease")
                .required("worker", Schema.text(), "who runs it")
                .required("fencingToken", Schema.integer(), "grows with every attempt")
                .required("claimedAt", Schema.time(), "since when")
                .required("expiresAt", Schema.time(), "until when, without a sign of life")
                .orNull(),
            "who runs it; null while nobody does");
  }

  static ObjectNode of(Job job) {
    ObjectNode json = withoutPayload(job);
    raw(json, "payload", SecretHeaders.masked(job.type(), job.payload().json()));
    Payload result = job.result();
    raw(json, "result", result == null ? null : result.json());
    return json;
  }

  static ObjectNode withoutPayload(Job job) {
    ObjectNode json = Json.object();
    json.put("id", job.id().toString());
    json.put("queue", job.queue().value());
    json.put("type", job.type().value());
    json.put("tenant", job.tenant().value());
    json.put("state", job.state().name());
    json.put("priority", job.priority());
    json.put("attempt", job.attempt());
    json.put("failures", job.counters().failures());
    json.put("lostLeases", job.counters().lostLeases());
    json.put("interruptions", job.counters().interruptions());
    json.put("guarantee", job.guarantee().name());
    json.put("runAt", time(job.runAt()));
    json.put("createdAt", time(job.createdAt()));
    json.put("finishedAt", time(job.finishedAt()));
    json.put("idempotencyKey", job.idempotencyKey() == null ? null : job.idempotencyKey().value());
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

  /** Puts JSON text as it is: no figure in it changes. */
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
