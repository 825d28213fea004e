package io.taskforge.server.api;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.retry.FailureKind;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An entry of a job's history as the API shows it. */
final class AttemptJson {
  static final Schema SCHEMA =
      Schema.object("Attempt")
          .required(
              "attempt",
              Schema.integer().orNull(),
              "its number since the job was enqueued, redriven, or retried by hand after it had"
                  + " finished; 1 is the first. Null if it never started: it is no attempt then")
          .required(
              "totalAttempts",
              Schema.integer(),
              "attempts since the job was enqueued, with this one if it started")
          .required("retry", Schema.integer(), "failures before it; 0 is no retry")
          .required("status", Schema.oneOf((Object[]) AttemptStatus.values()), "how it went")
          .required("scheduledAt", Schema.time(), "when it was due")
          .required("startedAt", Schema.time().orNull(), "null if it ended before it started")
          .required("finishedAt", Schema.time().orNull(), "null while it runs")
          .required("durationMs", Schema.integer().orNull(), "how long it ran")
          .required("worker", Schema.text().orNull(), "the worker that had claimed it")
          .required(
              "failureKind",
              Schema.oneOf((Object[]) FailureKind.values()).orNull(),
              "what the failure means")
          .required("errorType", Schema.text().orNull(), "the error's name")
          .required("message", Schema.text().orNull(), "what it said")
          .required("stackTrace", Schema.text().orNull(), "where, cut in the middle if long")
          .required("delayMs", Schema.integer().orNull(), "the delay until the next run")
          .required("nextRunAt", Schema.time().orNull(), "the next run")
          .required("explanation", Schema.text().orNull(), "why it went on as it did")
          .required("log", Schema.list(Schema.text()), "lines that its handler wrote")
          .required("progress", Schema.number().orNull(), "how far it got, from 0 to 1");

  private AttemptJson() {}

  static ObjectNode of(Attempt attempt) {
    ObjectNode json = Json.object();
    json.put("attempt", attempt.isStarted() ? (Integer) attempt.attempt() : null);
    json.put("totalAttempts", attempt.totalAttempts());
    json.put("retry", attempt.retry());
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
