package io.taskforge.server.api;

import io.taskforge.failure.ErrorType;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Schema;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields that several routes share. */
final class Fields {
  static final Field<JobId> JOB_ID = uuid("id", "the job's id", JobId::parse);
  static final Field<QueueName> QUEUE = Field.text("queue", "a queue's name", QueueName::new);
  static final Field<QueueName> QUEUE_NAME = Field.text("name", "the queue's name", QueueName::new);
  static final Field<JobTypeName> TYPE = Field.text("type", "a job type", JobTypeName::new);
  static final Field<TenantId> TENANT = Field.text("tenant", "a tenant's id", TenantId::new);
  static final Field<Integer> LIMIT =
      Field.integer(
          "limit",
          "the most items to return; "
              + Limits.DEFAULT_PAGE
              + " by default. A page of large items ends at 4 MiB, with fewer",
          1,
          Limits.MAX_PAGE);
  static final Field<ErrorType> ERROR_TYPE =
      Field.text("errorType", "the name of the error, such as timeout or http_404", ErrorType::of);
  static final Field<Integer> STATUS_CODE =
      Field.integer("statusCode", "the status of the HTTP response that failed", 100, 599);
  static final Field<String> REASON =
      Field.text("reason", "the reason, recorded in the job's history", 1_000);

  /** The Idempotency-Key header; each route that reads it documents it. */
  static final Field<IdempotencyKey> IDEMPOTENCY_KEY =
      Field.text(
          "Idempotency-Key",
          "a request that repeats the key of an earlier one has no further effect and gets the"
              + " earlier result",
          IdempotencyKey::new);

  /** The traceparent header; each route that reads it documents it. */
  static final Field<String> TRACEPARENT =
      Field.text(
          TraceContext.TRACEPARENT_HEADER,
          "the W3C trace context that the job continues; `tracestate` is read too",
          text -> text);

  private Fields() {}

  static <T> Field<T> uuid(String name, String description, Function<String, T> parse) {
    return Field.of(name, description, Schema.text("uuid"), value -> value.text(parse));
  }

  /** A string of a given form. */
  static Field<String> matching(String name, String description, Pattern form, String rule) {
    return Field.text(
        name,
        description,
        text -> {
          if (!form.matcher(text).matches()) {
            throw new IllegalArgumentException(rule);
          }
          return text;
        });
  }

  /** The id of an API key or an alert. */
  static Field<String> hexId(String description) {
    return matching(
        "id", description, Pattern.compile("[0-9a-f]{12}"), "must be 12 of 0-9 and a-f");
  }

  /** A string of at most {@code maxBytes} bytes of UTF-8. */
  static Field<String> boundedText(String name, String description, int maxBytes) {
    return Field.of(name, description, Schema.text(), value -> value.boundedText(maxBytes));
  }

  /** Any JSON value up to 256 KiB. */
  static @Nullable Payload payload(JsonValue value) {
    return value.convert(value.node(), node -> new Payload(Json.write(node)));
  }

  /** The cursor of a page (keyset pagination): {@code next} of the previous page. */
  static <T> Field<T> cursor(Function<String, T> parse) {
    return Field.text(
        "cursor",
        "`next` of the previous page",
        text -> {
          try {
            return parse.apply(text);
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be next of a previous page", e);
          }
        });
  }

  /** Returns the trace that the caller takes part in, if any. */
  static Optional<TraceContext> trace(Request request) {
    return TraceContext.ofHeaders(
        request.header(TraceContext.TRACEPARENT_HEADER),
        request.header(TraceContext.TRACESTATE_HEADER));
  }

  static @Nullable IdempotencyKey idempotencyKey(Request request) {
    String key = request.header(IDEMPOTENCY_KEY.name());
    if (key == null) {
      return null;
    }
    try {
      return new IdempotencyKey(key);
    } catch (IllegalArgumentException e) {
      throw Problem.invalid(IDEMPOTENCY_KEY.name(), key, String.valueOf(e.getMessage()));
    }
  }
}
