package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.httpjob.EncryptedHeaders;
import io.taskforge.server.httpjob.HttpJobHandler;
import io.taskforge.server.httpjob.HttpJobPayload;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.webhook.WebhookDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A new job in a request body: its fields, validation across fields, retry policies and secrets of
 * HTTP jobs.
 */
final class NewJobBody {
  private static final Duration MAX_DURATION = Duration.ofDays(36_500);
  static final Field<QueueName> QUEUE =
      Field.text("queue", "the queue; `default` if not given", QueueName::new);
  static final Field<JobTypeName> TYPE =
      Field.text("type", "the job type: `http`, or one that your workers run", JobTypeName::new)
          .asRequired();
  static final Field<Payload> PAYLOAD =
      new Field<>(
          "payload",
          "any JSON value up to 256 KiB; stored exactly",
          Schema.any(),
          false,
          Fields::payload);
  static final Field<Integer> PRIORITY =
      Field.integer(
          "priority",
          "jobs with a higher priority run first; 0 by default",
          JobSettings.LOWEST_PRIORITY,
          JobSettings.HIGHEST_PRIORITY);
  static final Field<Instant> RUN_AT =
      Field.time("runAt", "the earliest time to run; or give delay");
  static final Field<Duration> DELAY =
      Field.duration(
          "delay",
          "the time to wait before the first run; or give runAt",
          Duration.ZERO,
          MAX_DURATION);
  static final Field<Guarantee> GUARANTEE =
      Field.word("guarantee", "AT_LEAST_ONCE by default", Guarantee.class);
  static final Field<Duration> TIMEOUT =
      Field.duration("timeout", "how long one attempt may run", Duration.ofMillis(1), MAX_DURATION);
  static final Field<Instant> DEADLINE =
      Field.time("deadline", "no attempt starts after this time");
  static final Field<IdempotencyKey> KEY =
      Field.text(
          "idempotencyKey",
          "a second request with the same key returns the job of the first",
          IdempotencyKey::new);
  static final Field<String> LANE_KEY =
      Field.text(
          "key",
          "gives jobs with the same key a lane of their own, for instance a customer; for jobs of"
              + " type `http` the host and port of their URL if not given",
          key -> JobSettings.DEFAULT.laneKey(key).laneKey());

  static final Field<List<String>> TAGS =
      Field.list(
          "tags",
          "words to find the job by, for instance `customer:42`; letters, digits and `._:/@=+-`",
          Schema.text(),
          JobSettings.MAX_TAGS,
          value -> value.text(JobSettings::checkedTag));

  static final Shape SHAPE =
      Shape.of(
              "NewJob",
              TYPE,
              QUEUE,
              PAYLOAD,
              Fields.TENANT,
              PRIORITY,
              RUN_AT,
              DELAY,
              GUARANTEE,
              PolicyFields.OF_JOB,
              PolicyFields.MAX_RETRIES,
              PolicyFields.RETRY_DELAY,
              PolicyFields.EXPONENTIAL,
              TIMEOUT,
              DEADLINE,
              KEY,
              LANE_KEY,
              TAGS)
          .example(
              """
              {"type": "send-mail", "queue": "mail", "payload": {"to": "ann@example.com"},
               "retryPolicy": "patient", "idempotencyKey": "order-4711"}
              """);

  private final PolicyLookup policies;
  private final SsrfPolicy targets;
  private final EncryptedHeaders secrets;

  NewJobBody(TaskForge forge, Api.JobRules rules) {
    this.policies = new PolicyLookup(forge.policies());
    this.targets = rules.targets();
    this.secrets = rules.secrets();
  }

  /** Returns the shape of a new job, with validation across fields. */
  Shape shape() {
    return checked(SHAPE);
  }

  /** Returns a shape with some fields of a new job, with validation across fields. */
  Shape checked(Shape shape) {
    return shape.checking(this::check);
  }

  private void check(JsonValue sent, FieldValues values) {
    if (sent.has("api")) {
      sent.optional("api").fault("the short form of a call is sent to POST /api/v1/calls");
    }
    if (sent.has("runAt") && sent.has("delay")) {
      sent.optional("delay").fault("cannot be combined with runAt");
    }
    if (WebhookDelivery.TYPE.equals(values.get(TYPE))) {
      rejectReserved(sent.optional("type"), WebhookDelivery.TYPE);
    }
    if (HttpJobHandler.TYPE.equals(values.get(TYPE))) {
      HttpJobPayload.check(sent.given("payload"), targets);
    }
    policies.check(sent, values, PolicyFields.OF_JOB);
  }

  /** Checks the payload of an HTTP job in an object that has the URL at {@code urlKey}. */
  void checkCall(JsonValue sent, String urlKey) {
    HttpJobPayload.checkCall(sent, urlKey, targets);
  }

  /** Checks the payload of an HTTP job, or throws with its faults. */
  void checkCall(Payload payload) {
    List<Fault> faults = new ArrayList<>();
    ObjectNode job = Json.object();
    job.set(PAYLOAD.name(), Json.read(payload.json()));
    HttpJobPayload.check(JsonValue.root(job, faults).given(PAYLOAD.name()), targets);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  /**
   * Returns the job that {@code values} of {@link #shape} describe.
   *
   * @param caller the owner of the job, unless it names a tenant
   * @param keyHeader the idempotency key of a job without its own, or null
   */
  JobRequest read(FieldValues values, Caller caller, @Nullable String keyHeader) {
    TenantId tenant = caller.owner(values.get(Fields.TENANT));
    Payload payload = values.get(PAYLOAD, Payload.NULL);
    boolean http = HttpJobHandler.TYPE.equals(values.required(TYPE));
    JobRequest job =
        request(values, http ? sealed(payload, values.path(PAYLOAD)) : payload, tenant, keyHeader);
    String key = values.get(LANE_KEY);
    if (key == null && http) {
      key = HttpJobPayload.destination(payload);
    }
    return PolicyFields.applied(key == null ? job : job.key(key), values);
  }

  /**
   * Returns the payload of an HTTP job with its secret headers encrypted.
   *
   * @param key the key of the fault if that makes it too long
   */
  Payload sealed(Payload payload, String key) {
    try {
      return secrets.sealed(payload);
    } catch (IllegalArgumentException e) {
      throw Problem.invalid(
          key, "this payload with encrypted headers", String.valueOf(e.getMessage()));
    }
  }

  /** Returns the request without its retry policy. */
  private static JobRequest request(
      FieldValues values, Payload payload, TenantId tenant, @Nullable String keyHeader) {
    JobRequest request =
        JobRequest.of(values.required(TYPE).value(), payload)
            .queue(values.get(QUEUE, QueueName.DEFAULT).value())
            .tenant(tenant.value())
            .priority(values.get(PRIORITY, 0))
            .tags(values.get(TAGS, List.of()).toArray(String[]::new))
            .guarantee(values.get(GUARANTEE, Guarantee.AT_LEAST_ONCE));
    Instant runAt = values.get(RUN_AT);
    Duration delay = values.get(DELAY);
    if (runAt != null) {
      request = request.runAt(runAt);
    } else if (delay != null) {
      request = request.delay(delay);
    }
    Duration timeout = values.get(TIMEOUT);
    request = timeout == null ? request : request.timeout(timeout);
    Instant deadline = values.get(DEADLINE);
    request = deadline == null ? request : request.deadline(deadline);
    IdempotencyKey key = values.get(KEY);
    if (key != null) {
      return request.idempotencyKey(key.value());
    }
    return keyHeader == null ? request : request.idempotencyKey(keyHeader);
  }

  /** Rejects a job type that only the server may enqueue. */
  static void rejectReserved(JsonValue at, JobTypeName type) {
    at.shownAs(type.value())
        .fault("must be another type: this one is reserved for webhook deliveries");
  }
}
