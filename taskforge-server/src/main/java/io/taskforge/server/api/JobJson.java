package io.taskforge.server.api;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.server.httpjob.SecretHeaders;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a job and of its history. */
final class JobJson {
  private static final View<JobError> ERROR = error("JobError");
  private static final View<DeadLetter> DEAD_LETTER =
      View.<DeadLetter>of("DeadLetter")
          .text("dlq_reason", DeadLetter::reason, "why it was dead-lettered")
          .text("moved_from_queue", DeadLetter::movedFrom, "the queue that it came from")
          .time("moved_at", DeadLetter::movedAt, "when it was dead-lettered");
  private static final View<Job.RunningLease> LEASE =
      View.<Job.RunningLease>of("Lease")
          .text("worker", Job.RunningLease::worker, "the worker")
          .integer(
              "fencingToken",
              Job.RunningLease::token,
              "the fencing token, which grows with each attempt")
          .time("claimedAt", Job.RunningLease::claimedAt, "when the worker claimed the job")
          .time(
              "expiresAt",
              Job.RunningLease::expiresAt,
              "when the lease expires unless it is extended");

  /** A stay in a dead letter queue that has ended. */
  static final View<DeadLetterStay> STAY =
      View.<DeadLetterStay>of("DeadLetterStay")
          .text("dlq_reason", s -> s.letter().reason(), "why it was dead-lettered")
          .text("moved_from_queue", s -> s.letter().movedFrom(), "the queue that it came from")
          .text("dead_letter_queue", DeadLetterStay::queue, "the dead letter queue")
          .time("moved_at", s -> s.letter().movedAt(), "when it was dead-lettered")
          .time("ended_at", DeadLetterStay::endedAt, "when the stay ended")
          .word(
              "ended_how",
              DeadLetterStay::end,
              DeadLetterStay.End.class,
              "REDRIVEN to a queue, or DELETED: cancelled")
          .textOrNull(
              "ended_by",
              s -> s.note().by(),
              "who ended it: the id of an API key, or local; null if not known")
          .textOrNull("end_reason", s -> s.note().reason(), "the reason that was given");

  private static final View<Job> JOB =
      view("Job")
          .raw(
              "payload",
              job -> SecretHeaders.masked(job.type(), job.payload().json()),
              "the payload; secret headers are shown as ***")
          .raw(
              "result",
              job -> job.result() == null ? null : job.result().json(),
              "the result that its handler returned, or null");
  private static final View<Job> WITHOUT_PAYLOAD = view("ListedJob");

  static final Schema SCHEMA =
      JOB.optional(
              "deadLetterStays",
              Schema.list(STAY),
              "its stays in dead letter queues that have ended, newest first, at most 100; only in"
                  + " GET /api/v1/jobs/{id}, and missing if there are none")
          .example(
              """
              {"id": "019e2c7a-5d3b-7c41-9a52-38463631577e", "queue": "mail", "type": "send-mail",
               "tenant": "default", "state": "RETRYING", "priority": 0, "attempt": 1,
               "maxAttempts": 4, "totalAttempts": 1, "failures": 1,
               "lostLeases": 0, "interruptions": 0, "guarantee": "AT_LEAST_ONCE",
               "runAt": "2030-01-31T12:00:02Z", "createdAt": "2030-01-31T12:00:00Z",
               "finishedAt": null, "idempotencyKey": "order-4711", "copyOf": null, "key": "", "destination": null, "schedule": null,
               "retryPolicy": "patient",
               "timeout": null, "deadline": null, "tags": ["vip"], "payload": {"to": "ann@example.com"},
               "result": null,
               "lastError": {"type": "timeout", "kind": "TRANSIENT", "message": "no answer"},
               "deadLetter": null, "lease": null}
              """);

  static final Schema LISTED =
      WITHOUT_PAYLOAD
          .optional("payload", Schema.any(), "as in Job; only with payload=true")
          .optional("result", Schema.any(), "as in Job; only with payload=true");

  static final View<Attempt> ATTEMPT =
      View.<Attempt>of("Attempt")
          .uuid("jobId", Attempt::jobId, "the job")
          .integerOrNull(
              "attempt",
              a -> a.isStarted() ? (Integer) a.attempt() : null,
              "the number of the attempt in its round, from 1; a redrive, or a manual retry of a"
                  + " finished job, begins a new round. Null if the handler never started")
          .integer(
              "totalAttempts",
              Attempt::totalAttempts,
              "the number of attempts since the job was enqueued, this one included if it started")
          .integer(
              "retryCount",
              Attempt::retry,
              "the number of failures before it; 0 if it is not a retry")
          .word("status", Attempt::status, AttemptStatus.class, "the outcome")
          .time("scheduledAt", Attempt::scheduledAt, "when it was due")
          .timeOrNull("startedAt", Attempt::startedAt, "when it started; null if it never did")
          .timeOrNull("finishedAt", Attempt::finishedAt, "when it ended; null while it runs")
          .integerOrNull("durationMs", a -> millis(a.duration()), "how long it ran")
          .textOrNull("worker", Attempt::worker, "the worker that claimed it")
          .key(
              "failureKind",
              Attempt::failureKind,
              Schema.oneOf((Object[]) FailureKind.values()).orNull(),
              "the kind of failure")
          .textOrNull("errorType", Attempt::errorType, "the name of the error")
          .textOrNull("message", Attempt::message, "the error message")
          .textOrNull("failureGroup", JobJson::failureGroup, "the failure group that it is part of")
          .textOrNull("stackTrace", Attempt::stackTrace, "the stack trace, shortened if long")
          .integerOrNull("delayMs", a -> millis(a.delay()), "the delay until the next run")
          .timeOrNull("nextRunAt", Attempt::nextRunAt, "the next run")
          .textOrNull(
              "explanation", Attempt::explanation, "the reason for the delay or the job's end")
          .key("log", Attempt::log, Schema.list(Schema.text()), "lines that its handler logged")
          .numberOrNull("progress", Attempt::progress, "the progress, from 0 to 1");

  private JobJson() {}

  private static @Nullable FailureFingerprint failureGroup(Attempt attempt) {
    String type = attempt.errorType();
    String message = attempt.message();
    String stack = attempt.stackTrace();
    return type == null || message == null
        ? null
        : FailureFingerprint.of(type, message, stack == null ? "" : stack);
  }

  static View<JobError> error(String name) {
    return View.<JobError>of(name)
        .text("type", JobError::type, "the name of the error, such as timeout")
        .word("kind", JobError::kind, FailureKind.class, "the kind of failure")
        .text("message", JobError::message, "the error message");
  }

  private static View<Job> view(String name) {
    return View.<Job>of(name)
        .uuid("id", Job::id, "the job's id; later jobs have greater ids")
        .text("queue", Job::queue, "the queue that it is in")
        .text("type", Job::type, "the job type")
        .text("tenant", Job::tenant, "the tenant")
        .word("state", Job::state, JobState.class, "the state")
        .key(
            "priority",
            Job::priority,
            Schema.integer(JobSettings.LOWEST_PRIORITY, JobSettings.HIGHEST_PRIORITY),
            "jobs with a higher priority run first")
        .integer(
            "attempt",
            Job::attempt,
            "the number of the latest attempt in this round, 0 before the first; a redrive, or a"
                + " manual retry of a finished job, begins a new round")
        .integerOrNull(
            "maxAttempts",
            j -> null,
            "the most attempts of this round: the policy's, plus one for each attempt that was"
                + " lost, interrupted or snoozed. Only in GET /api/v1/jobs/{id}; null elsewhere,"
                + " once the job has finished, and if its policy cannot be read")
        .integer(
            "totalAttempts", Job::totalAttempts, "the number of attempts since it was enqueued")
        .integer(
            "failures",
            j -> j.counters().failures(),
            "the number of failed attempts, which the retry policy limits")
        .integer(
            "lostLeases",
            j -> j.counters().lostLeases(),
            "the number of attempts whose worker stopped responding")
        .integer(
            "interruptions",
            j -> j.counters().interruptions(),
            "the number of attempts that a shutdown interrupted; not counted as failures")
        .word(
            "guarantee",
            Job::guarantee,
            Guarantee.class,
            "whether the job may start more than once")
        .time("runAt", Job::runAt, "when it is or was due")
        .time("createdAt", Job::createdAt, "when it was enqueued")
        .timeOrNull("finishedAt", Job::finishedAt, "when it reached its final state")
        .textOrNull("idempotencyKey", Job::idempotencyKey, "the idempotency key")
        .textOrNull(
            "copyOf",
            j -> JobCopyRoutes.original(j.idempotencyKey()),
            "the id of the job that it is a copy of, by POST /api/v1/jobs/{id}/copy; or null")
        .text(
            "key",
            job -> JobSettings.withoutGuarantee(job.laneKey()),
            "the key that it was given, which gives it a lane of its own; empty by default")
        .textOrNull(
            "destination",
            job -> null,
            "the destination that it calls. Only in GET /api/v1/jobs/{id}; null elsewhere, and if"
                + " it has none")
        .key("tags", Job::tags, Schema.list(Schema.text()), "words to find it by, in order")
        .textOrNull("schedule", Job::schedule, "the id of the schedule that enqueued it, or null")
        .raw(
            "retryPolicy", Job::retryPolicy, "the job's own retry policy, the name of one, or null")
        .durationOrNull("timeout", Job::timeout, "how long one attempt may run")
        .timeOrNull("deadline", Job::deadline, "no attempt starts after this time")
        .objectOrNull(
            "lastError",
            Job::lastError,
            ERROR,
            "the latest failure; null after a later run ended without one")
        .objectOrNull(
            "deadLetter",
            Job::deadLetter,
            DEAD_LETTER,
            "details of its move to a dead letter queue, or null")
        .objectOrNull("lease", Job::lease, LEASE, "the worker's lease; null unless the job runs");
  }

  /** Returns a job without maxAttempts, which would need its policy. */
  static ObjectNode of(Job job) {
    return JOB.json(job);
  }

  static ObjectNode withoutPayload(Job job) {
    return WITHOUT_PAYLOAD.json(job);
  }

  static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }
}
