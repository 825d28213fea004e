package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.Schedules;
import io.taskforge.TaskForge;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Payload;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.schedule.Cron;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.httpjob.HttpJobHandler;
import io.taskforge.server.httpjob.HttpJobPayload;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of POST /api/v1/calls: the short form of a job that calls an HTTP API, now or on a
 * schedule in UTC. Retries come after 1, 2, 4 … seconds.
 */
final class HttpCallBody {
  private static final String KEY = "api";
  private static final String RETRY_POLICY = "scheduler";
  private static final Field<JsonNode> API =
      part(KEY, "the http(s) URL to call", Schema.text()).asRequired();
  private static final Field<Cron> SCHEDULE =
      ScheduleBody.cron("schedule", "a cron expression in UTC; without it, the call runs now");
  private static final Field<Guarantee> TYPE =
      Field.word("type", "AT_LEAST_ONCE by default; AT_MOST_ONCE has no retries", Guarantee.class);
  private static final Field<Boolean> RECURRING =
      Field.bool(
          "isRecurring",
          "with a schedule: false to run at its next occurrence only; true by default");
  private static final Field<Integer> MAX_RETRY_COUNT =
      Field.integer(
          "maxRetryCount", "how often the call is retried; or give maxRetries", 0, 1_000_000);
  private static final Field<JsonNode> METHOD =
      part("method", "the HTTP method; by default GET, or POST with a body", Schema.text());
  private static final Field<JsonNode> HEADERS =
      part("headers", "request headers", Schema.map(Schema.text()));
  private static final Field<JsonNode> BODY =
      part("body", "the request body; anything but a string is sent as JSON", Schema.any());
  private static final Field<JsonNode> TIMEOUT =
      part(
          "timeout",
          "the time limit of the whole call, up to 15m; 30s by default",
          Schema.duration());
  private static final List<Field<JsonNode>> PARTS = List.of(METHOD, HEADERS, BODY, TIMEOUT);

  private final Schedules schedules;
  private final NewJobBody jobs;
  private final QuotaChecks quotas;

  HttpCallBody(TaskForge forge, NewJobBody jobs, QuotaChecks quotas) {
    this.quotas = quotas;
    this.schedules = forge.schedules();
    this.jobs = jobs;
  }

  /** A field of the payload, which is validated as a whole. */
  private static Field<JsonNode> part(String name, String description, Schema schema) {
    return new Field<>(name, description, schema, false, JsonValue::node);
  }

  Shape shape() {
    return Shape.of(
            "NewCall",
            API,
            SCHEDULE,
            TYPE,
            RECURRING,
            MAX_RETRY_COUNT,
            PolicyFields.MAX_RETRIES,
            PolicyFields.RETRY_DELAY,
            PolicyFields.EXPONENTIAL,
            METHOD,
            HEADERS,
            BODY,
            TIMEOUT)
        .example(
            """
            {"api": "https://example.com/report", "schedule": "0 8 * * *", "maxRetryCount": 3}
            """)
        .checking(this::check);
  }

  private void check(JsonValue sent, FieldValues values) {
    if (sent.given("schedule").node() == null && values.get(RECURRING, false)) {
      sent.optional("isRecurring").fault("requires a schedule; without one the call runs once");
    }
    if (values.has(MAX_RETRY_COUNT) && values.has(PolicyFields.MAX_RETRIES)) {
      sent.optional("maxRetries").fault("cannot be combined with maxRetryCount");
    }
    if (values.has(API)) {
      jobs.checkCall(sent, KEY);
      tooLarge(values).ifPresent(sent.faults()::add);
    }
  }

  private static Optional<Fault> tooLarge(FieldValues values) {
    try {
      payload(values);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(new Fault("body", "this call", String.valueOf(e.getMessage())));
    }
  }

  private static ObjectNode call(FieldValues values) {
    ObjectNode call = Json.object();
    call.set("url", values.required(API));
    for (Field<JsonNode> part : PARTS) {
      JsonNode given = values.get(part);
      if (given != null) {
        call.set(part.name(), given);
      }
    }
    return call;
  }

  private static Payload payload(FieldValues values) {
    return new Payload(Json.write(call(values)));
  }

  boolean isScheduled(FieldValues values) {
    return values.has(SCHEDULE);
  }

  /** Returns the call as a job. */
  JobRequest job(FieldValues values, Caller caller, @Nullable String key) {
    Payload payload = payload(values);
    JobRequest job =
        JobRequest.of(HttpJobHandler.TYPE.value(), jobs.sealed(payload, "body"))
            .key(HttpJobPayload.destination(payload))
            .tenant(caller.owner(null).value())
            .guarantee(values.get(TYPE, Guarantee.AT_LEAST_ONCE))
            .retryPolicy(RETRY_POLICY);
    Integer count = values.get(MAX_RETRY_COUNT);
    job = PolicyFields.applied(count == null ? job : job.maxRetries(count), values);
    return key == null ? job : job.idempotencyKey(key);
  }

  /** Stores the call as a schedule. */
  StoredSchedule schedule(Request request, @Nullable String key) {
    FieldValues values = request.body();
    Caller caller = request.caller();
    if (key != null) {
      throw Problem.invalid(
          "Idempotency-Key",
          key,
          "cannot be combined with a schedule: PUT /api/v1/schedules/{id} can be repeated");
    }
    quotas.schedule(caller, caller.owner(null));
    boolean once = !values.get(RECURRING, true);
    Timing timing = new Timing.Recurring(values.required(SCHEDULE), ScheduleBody.UTC, once);
    StoredSchedule made =
        ScheduleRoutes.stored(
                () ->
                    schedules.create(
                        schedules.draft(schedules.newId(), timing, job(values, caller, null))))
            .orElseThrow(() -> new IllegalStateException("a new id already exists"));
    request
        .audit()
        .action("schedule.create")
        .target(made.schedule().id().value())
        .of(made.schedule().tenant());
    return made;
  }
}
