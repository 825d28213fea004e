package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The JSON form of an entry of a job's history. */
final class AttemptJson {
  static final View<Attempt> VIEW =
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
          .textOrNull("stackTrace", Attempt::stackTrace, "the stack trace, shortened if long")
          .integerOrNull("delayMs", a -> millis(a.delay()), "the delay until the next run")
          .timeOrNull("nextRunAt", Attempt::nextRunAt, "the next run")
          .textOrNull(
              "explanation", Attempt::explanation, "the reason for the delay or the job's end")
          .key("log", Attempt::log, Schema.list(Schema.text()), "lines that its handler logged")
          .numberOrNull("progress", Attempt::progress, "the progress, from 0 to 1");

  private AttemptJson() {}

  static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }
}
