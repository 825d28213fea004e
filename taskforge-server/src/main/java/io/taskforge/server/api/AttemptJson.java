package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of an entry of a job's history. */
final class AttemptJson {
  static final Schema SCHEMA =
      Schema.object("Attempt")
          .required("jobId", Schema.text("uuid"), "the job")
          .required(
              "attempt",
              Schema.integer().orNull(),
              "the number of the attempt in its round, from 1; a redrive, or a manual retry of a"
                  + " finished job, begins a new round. Null if the handler never started")
          .required(
              "totalAttempts",
              Schema.integer(),
              "the number of attempts since the job was enqueued, this one included if it started")
          .required(
              "retryCount",
              Schema.integer(),
              "the number of failures before it; 0 if it is not a retry")
          .required("status", Schema.oneOf((Object[]) AttemptStatus.values()), "the outcome")
          .required("scheduledAt", Schema.time(), "when it was due")
          .required("startedAt", Schema.time().orNull(), "when it started; null if it never did")
          .required("finishedAt", Schema.time().orNull(), "when it ended; null while it runs")
          .required("durationMs", Schema.integer().orNull(), "how long it ran")
          .required("worker", Schema.text().orNull(), "the worker that claimed it")
          .required(
              "failureKind",
              Schema.oneOf((Object[]) FailureKind.values()).orNull(),
              "the kind of failure")
          .required("errorType", Schema.text().orNull(), "the name of the error")
          .required("message", Schema.text().orNull(), "the error message")
          .required("stackTrace", Schema.text().orNull(), "the stack trace, shortened if long")
          .required("delayMs", Schema.integer().orNull(), "the delay until the next run")
          .required("nextRunAt", Schema.time().orNull(), "the next run")
          .required(
              "explanation", Schema.text().orNull(), "the reason for the delay or the job's end")
          .required("log", Schema.list(Schema.text()), "lines that its handler logged")
          .required("progress", Schema.number().orNull(), "the progress, from 0 to 1");

  private AttemptJson() {}

  static ObjectNode of(Attempt attempt) {
    ObjectNode json = Json.object();
    json.put("jobId", attempt.jobId().toString());
    json.put("attempt", attempt.isStarted() ? (Integer) attempt.attempt() : null);
    json.put("totalAttempts", attempt.totalAttempts());
    json.put("retryCount", attempt.retry());
    json.put("status", attempt.status().name());
    json.put("scheduledAt", JobJson.time(attempt.scheduledAt()));
    json.put("startedAt", JobJson.time(attempt.startedAt()));
    json.put("finishedAt", JobJson.time(attempt.finishedAt()));
    json.put("durationMs", millis(attempt.duration()));
    json.put("worker", attempt.worker() == null ? null : attempt.worker().value());
    json.put("failureKind", attempt.failureKind() == null ? null : attempt.failureKind().name());
    json.put("errorType", attempt.errorType());
    json.put("message", attempt.message());
    json.put("stackTrace", attempt.stackTrace());
    json.put("delayMs", millis(attempt.delay()));
    json.put("nextRunAt", JobJson.time(attempt.nextRunAt()));
    json.put("explanation", attempt.explanation());
    ArrayNode log = json.putArray("log");
    attempt.log().forEach(log::add);
    json.put("progress", attempt.progress());
    return json;
  }

  static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }
}
