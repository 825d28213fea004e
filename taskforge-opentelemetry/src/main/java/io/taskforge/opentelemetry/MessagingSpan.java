package io.taskforge.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.NewJob;
import io.taskforge.job.Verdict;
import io.taskforge.trace.TracedAttempt;
import java.util.List;
import java.util.function.Function;

/**
 * The name and attributes of a span, by the OpenTelemetry semantic conventions for messaging. What
 * they have no name for begins with {@code taskforge}.
 */
record MessagingSpan(String name, Attributes attributes) {
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  private static final AttributeKey<String> OPERATION =
      AttributeKey.stringKey("messaging.operation.name");
  private static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  private static final AttributeKey<String> QUEUE =
      AttributeKey.stringKey("messaging.destination.name");
  private static final AttributeKey<String> ID = AttributeKey.stringKey("messaging.message.id");
  private static final AttributeKey<Long> BATCH =
      AttributeKey.longKey("messaging.batch.message_count");
  private static final AttributeKey<String> TYPE = AttributeKey.stringKey("taskforge.job.type");
  private static final AttributeKey<String> TENANT = AttributeKey.stringKey("taskforge.tenant");
  private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("taskforge.attempt");
  private static final AttributeKey<String> STATUS =
      AttributeKey.stringKey("taskforge.attempt.status");
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("taskforge.job.state");
  private static final AttributeKey<Boolean> CREATED =
      AttributeKey.booleanKey("taskforge.job.created");
  private static final AttributeKey<Long> RETRY_DELAY =
      AttributeKey.longKey("taskforge.retry.delay_ms");
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("taskforge.reason");
  private static final AttributeKey<String> DEAD_LETTER_QUEUE =
      AttributeKey.stringKey("taskforge.dead_letter.queue");

  /** The span of an enqueue; attributes that its jobs don't have in common are missing. */
  static MessagingSpan send(List<NewJob> jobs) {
    return of(
        "send",
        jobs.stream().map(NewJob::identity).toList(),
        jobs.size() == 1 ? Attributes.empty() : Attributes.of(BATCH, (long) jobs.size()));
  }

  static MessagingSpan process(TracedAttempt attempt) {
    return of(
        "process",
        List.of(attempt.job()),
        Attributes.of(ID, attempt.job().id().toString(), ATTEMPT, (long) attempt.attempt()));
  }

  private static MessagingSpan of(String operation, List<JobIdentity> jobs, Attributes more) {
    AttributesBuilder attributes =
        more.toBuilder()
            .put(SYSTEM, "taskforge")
            .put(OPERATION, operation)
            .put(OPERATION_TYPE, operation);
    String queue = common(jobs, job -> job.queue().value());
    put(attributes, QUEUE, queue);
    put(attributes, TYPE, common(jobs, job -> job.type().value()));
    put(attributes, TENANT, common(jobs, job -> job.tenant().value()));
    return new MessagingSpan((operation + " " + queue).strip(), attributes.build());
  }

  private static void put(AttributesBuilder attributes, AttributeKey<String> key, String value) {
    if (!value.isEmpty()) {
      attributes.put(key, value);
    }
  }

  /** The value that all jobs have; empty if they differ. */
  private static String common(List<JobIdentity> jobs, Function<JobIdentity, String> property) {
    String first = property.apply(jobs.get(0));
    return jobs.stream().allMatch(job -> property.apply(job).equals(first)) ? first : "";
  }

  /** Describes what an enqueue did. */
  static void sent(Span span, List<Enqueued> answers) {
    if (answers.size() == 1) {
      span.setAttribute(ID, answers.get(0).id().toString());
      span.setAttribute(CREATED, answers.get(0).created());
    }
  }

  /** Describes how an attempt ended, and what happens to its job next if its worker knows it. */
  static void ended(Span span, AttemptEnd end) {
    span.setAttribute(STATUS, end.status().name());
    if (end.state() != null) {
      span.setAttribute(STATE, end.state().name());
    }
    Failure failure = end.failure();
    if (failure != null) {
      span.setStatus(StatusCode.ERROR, failure.message());
      span.setAttribute(ERROR_TYPE, failure.type().name());
      span.addEvent(
          "exception",
          Attributes.of(
              AttributeKey.stringKey("exception.type"), failure.type().name(),
              AttributeKey.stringKey("exception.message"), failure.message(),
              AttributeKey.stringKey("exception.stacktrace"), failure.stackTrace()));
    }
    if (end.next() instanceof Verdict.RunAgain again) {
      span.addEvent(
          "taskforge.retry",
          Attributes.of(RETRY_DELAY, again.delay().toMillis(), REASON, end.explanation()));
    } else if (end.next() instanceof Verdict.DeadLetterTo dead) {
      span.addEvent(
          "taskforge.dead_letter",
          Attributes.of(DEAD_LETTER_QUEUE, dead.queue().value(), REASON, dead.reason()));
    } else if (!end.explanation().isEmpty()) {
      span.setAttribute(REASON, end.explanation());
    }
  }
}
