package io.taskforge.server.api;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Payload;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteOutcome;
import io.taskforge.remote.RemoteResult;
import io.taskforge.server.access.LeaseTokenSigner;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.text.BoundedText;
import java.time.Duration;
import java.util.List;

/** How an attempt of a remote worker ended, in a request body. */
final class JobResultBody {
  private static final Duration LONGEST_WAIT = Duration.ofDays(36_500);
  private static final int MAX_NAMES = 200;
  private static final int MAX_LINES = 101; // with one that counts those that were not kept
  private static final int MAX_LINE_BYTES = 1_024;

  static final Field<Payload> RESULT =
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
  private static final Field<Duration> RETRY_IN =
      Field.duration(
          "retryIn",
          "the delay before the next attempt, if the policy has a retry left; replaces the policy's"
              + " delay and its maximum",
          Duration.ZERO,
          LONGEST_WAIT);
  private static final Field<FailureKind> KIND =
      Field.word(
          "kind",
          "the kind of failure, if the worker knows better than the classifier; a PERMANENT failure"
              + " is not retried, whatever the policy says, without retryIn or retry",
          FailureKind.class);
  private static final Field<Boolean> RETRY =
      Field.bool(
          "retry",
          "false: no retry, whatever the policy says; true: the policy decides, even if kind is"
              + " PERMANENT");
  private static final Field<List<ErrorType>> ALSO_KNOWN_AS =
      Field.list(
          "alsoKnownAs",
          "further names of the error that the lists of a policy match, such as class names",
          Schema.text(),
          MAX_NAMES,
          value -> value.text(ErrorType::of));
  private static final Field<String> STACK_TRACE =
      Field.text("stackTrace", "the stack trace; truncated at 16 KiB", 1_000_000);
  static final Shape FAILURE =
      Shape.of(
              "JobFailure",
              Fields.ERROR_TYPE.asRequired(),
              Fields.STATUS_CODE,
              KIND,
              MESSAGE,
              RETRY_AFTER,
              RETRY_IN,
              RETRY,
              ALSO_KNOWN_AS,
              STACK_TRACE)
          .example(
              """
              {"errorType": "no_label", "statusCode": 503, "message": "the printer is busy"}
              """);

  private static final Field<Duration> DELAY =
      Field.duration("delay", "when to run it again", Duration.ZERO, LONGEST_WAIT).asRequired();
  private static final Field<Boolean> STARTED =
      Field.bool(
          "started",
          "whether the job may have been started; true by default. An AT_MOST_ONCE job that was"
              + " started is given up");
  private static final Field<FieldValues> FAILED =
      object("failure", "the attempt failed; the retry policy decides what follows", FAILURE);
  private static final Field<FieldValues> SNOOZE =
      object(
          "snooze",
          "the job runs again after a delay, without using a retry",
          Shape.of("JobSnooze", DELAY, Fields.REASON));
  private static final Field<FieldValues> DISCARD =
      object(
          "discard",
          "the job is no longer needed and ends as CANCELLED, with the result if there is one",
          Shape.of("JobDiscard", Fields.REASON.asRequired()));
  private static final Field<FieldValues> DEAD_LETTER =
      object(
          "deadLetter",
          "a retry cannot help: the job goes to its dead letter queue, or ends FAILED without one",
          Shape.of("JobDeadLetter", Fields.REASON.asRequired()));
  private static final Field<FieldValues> RELEASE =
      object(
          "release",
          "the job goes back to its queue; not counted as a failure",
          Shape.of("JobRelease", STARTED));
  private static final List<Field<FieldValues>> OUTCOMES =
      List.of(FAILED, SNOOZE, DISCARD, DEAD_LETTER, RELEASE);

  private static final Field<List<String>> LOG =
      Field.list(
          "log",
          "lines that are kept with the attempt; each is truncated at 1 KiB",
          Schema.text(),
          MAX_LINES,
          value -> value.text(line -> BoundedText.of(line, MAX_LINE_BYTES)));
  private static final Field<Double> PROGRESS =
      Field.number("progress", "the last progress, from 0 to 1", 0, 1);

  private final Field<LeaseToken> token;

  JobResultBody(LeaseTokenSigner signer) {
    this.token = Field.text("token", "the token from the claim", signer::verify).asRequired();
  }

  private static Field<FieldValues> object(String name, String description, Shape shape) {
    return new Field<>(name, description, shape.schema(), false, shape::read);
  }

  Field<LeaseToken> token() {
    return token;
  }

  /** Returns the shape of a result; without any outcome, the job succeeded. */
  Shape shape() {
    return Shape.of(
            "JobResult",
            token,
            RESULT,
            FAILED,
            SNOOZE,
            DISCARD,
            DEAD_LETTER,
            RELEASE,
            LOG,
            PROGRESS)
        .checking(JobResultBody::check);
  }

  private static void check(JsonValue sent, FieldValues values) {
    List<Field<FieldValues>> given = OUTCOMES.stream().filter(values::has).toList();
    if (values.has(RESULT) && !given.isEmpty() && !given.get(0).equals(DISCARD)) {
      sent.optional(given.get(0).name()).fault("cannot be combined with result");
    }
    for (Field<FieldValues> second : given.subList(Math.min(1, given.size()), given.size())) {
      sent.optional(second.name()).fault("cannot be combined with " + given.get(0).name());
    }
  }

  RemoteResult read(FieldValues values) {
    return new RemoteResult(
        values.required(token), outcome(values), values.get(LOG, List.of()), values.get(PROGRESS));
  }

  private static RemoteOutcome outcome(FieldValues values) {
    FieldValues failure = values.get(FAILED);
    if (failure != null) {
      return new RemoteOutcome.Failed(failure(failure));
    }
    FieldValues snooze = values.get(SNOOZE);
    if (snooze != null) {
      return new RemoteOutcome.Snoozed(snooze.required(DELAY), snooze.get(Fields.REASON));
    }
    FieldValues discard = values.get(DISCARD);
    if (discard != null) {
      return new RemoteOutcome.Discarded(discard.required(Fields.REASON), values.get(RESULT));
    }
    FieldValues dead = values.get(DEAD_LETTER);
    if (dead != null) {
      return new RemoteOutcome.DeadLettered(dead.required(Fields.REASON));
    }
    FieldValues release = values.get(RELEASE);
    return release == null
        ? new RemoteOutcome.Completed(values.get(RESULT))
        : new RemoteOutcome.Released(release.get(STARTED, true));
  }

  /** Returns the failure that {@code values} of {@link #FAILURE} describe. */
  static RemoteFailure failure(FieldValues values) {
    ReportedError error =
        new ReportedError(
            values.required(Fields.ERROR_TYPE), values.get(Fields.STATUS_CODE), values.get(KIND));
    return RemoteFailure.of(error, values.get(MESSAGE, ""))
        .retryAfter(values.get(RETRY_AFTER))
        .retryIn(values.get(RETRY_IN))
        .retried(values.get(RETRY))
        .alsoKnownAs(values.get(ALSO_KNOWN_AS, List.of()))
        .stackTrace(values.get(STACK_TRACE));
  }
}
