package io.taskforge.client;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.Payload;
import io.taskforge.job.PayloadCodec;
import io.taskforge.json.strict.Json;
import io.taskforge.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Makes results in the form of the API. Never throws, whatever the handler returned or threw. */
record ResultJson(PayloadCodec codec, FailureClassifier classifier) {
  private static final ErrorType RESULT_NOT_KEPT = ErrorType.of("result_not_kept");
  private static final ErrorType UNREADABLE = ErrorType.of("unreadable_exception");
  // As the server names it.
  private static final ErrorType DEAD_LETTERED = ErrorType.of("dead_lettered_by_handler");
  private static final int MAX_REASON = 1_000;
  private static final Duration LONGEST_WAIT = Duration.ofDays(36_500); // of the API

  AttemptResult returned(@Nullable Outcome outcome) {
    if (outcome instanceof Outcome.Done done) {
      return withResult(
          new AttemptResult(Json.object(), AttemptStatus.SUCCEEDED, JobState.SUCCEEDED, null, ""),
          done.result());
    }
    if (outcome instanceof Outcome.Snooze snooze) {
      ObjectNode json = Json.object();
      ObjectNode body = json.putObject("snooze").put("delay", bounded(snooze.delay()).toString());
      Json.put(body, "reason", snooze.reason() == null ? null : bounded(snooze.reason()));
      String why = snooze.reason() == null ? "" : ": " + bounded(snooze.reason());
      return new AttemptResult(
          json, AttemptStatus.SNOOZED, null, null, "snoozed by its handler" + why);
    }
    if (outcome instanceof Outcome.Discard discard) {
      ObjectNode json = Json.object();
      json.putObject("discard").put("reason", bounded(discard.reason()));
      return withResult(
          new AttemptResult(
              json,
              AttemptStatus.CANCELLED,
              JobState.CANCELLED,
              null,
              "discarded by its handler: " + bounded(discard.reason())),
          discard.result());
    }
    if (outcome instanceof Outcome.DeadLettered dead) {
      ObjectNode json = Json.object();
      json.putObject("deadLetter").put("reason", bounded(dead.reason()));
      Failure failure = Failure.of(DEAD_LETTERED, FailureKind.PERMANENT, bounded(dead.reason()));
      return new AttemptResult(json, AttemptStatus.FAILED, null, failure, failure.message());
    }
    if (outcome instanceof Outcome.RetryIn retry) {
      return failure(
          classifier
              .classify(ReportedError.of(retry.type()), retry.message())
              .withRequestedDelay(retry.delay().isNegative() ? null : bounded(retry.delay())));
    }
    return threw(new NullPointerException("the handler returned null, not an Outcome"));
  }

  AttemptResult threw(Throwable thrown) {
    return failure(classified(thrown));
  }

  static AttemptResult timedOut(Attempt attempt) {
    return failure(
        Failure.of(
            Errors.TIMEOUT,
            FailureKind.TRANSIENT,
            "ran longer than " + DurationText.forPeople(attempt.timeout())));
  }

  static AttemptResult released(Attempt attempt) {
    ObjectNode json = Json.object();
    json.putObject("release").put("started", attempt.hasStarted());
    return attempt.isCancelled()
        ? new AttemptResult(
            json, AttemptStatus.CANCELLED, JobState.CANCELLED, null, "cancelled while it ran")
        : new AttemptResult(json, AttemptStatus.INTERRUPTED, null, null, "released by its worker");
  }

  /** The work is done: repeating it would not make its result valid. */
  private AttemptResult withResult(AttemptResult end, @Nullable Object result) {
    if (result == null) {
      return end;
    }
    try {
      end.json().set("result", Json.read(new Payload(codec.write(result)).json()));
      return end;
    } catch (Exception | StackOverflowError e) {
      return failure(
          Failure.of(
                  RESULT_NOT_KEPT,
                  FailureKind.PERMANENT,
                  "the handler returned, but its result can't be kept: " + classified(e).message())
              .withRetryForbidden());
    }
  }

  private Failure classified(Throwable thrown) {
    try {
      return classifier.classify(thrown);
    } catch (Throwable broken) { // an exception can override the methods that read it
      return Failure.of(
          UNREADABLE,
          FailureKind.TRANSIENT,
          thrown.getClass().getName() + " can't be read: " + broken.getClass().getName());
    }
  }

  private static AttemptResult failure(Failure failure) {
    ObjectNode json = Json.object();
    ObjectNode body =
        json.putObject("failure")
            .put("errorType", failure.type().name())
            .put("kind", failure.kind().name())
            .put("message", failure.message())
            .put("retry", !failure.retryForbidden());
    body.set("alsoKnownAs", Json.of(failure.alsoKnownAs().stream().map(ErrorType::name).toList()));
    if (failure.statusCode() != null) {
      body.put("statusCode", failure.statusCode());
    }
    Json.put(body, "retryAfter", failure.retryAfter());
    Json.put(body, "retryIn", failure.requestedDelay());
    Json.put(body, "stackTrace", failure.stackTrace().isEmpty() ? null : failure.stackTrace());
    return new AttemptResult(json, AttemptStatus.FAILED, null, failure, "");
  }

  private static Duration bounded(Duration delay) {
    return delay.compareTo(LONGEST_WAIT) < 0 ? delay : LONGEST_WAIT;
  }

  private static String bounded(String reason) {
    return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON - 1) + "…";
  }
}
