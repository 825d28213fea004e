package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Payload;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Shape;
import io.taskforge.server.httpjob.EncryptedHeaders;
import io.taskforge.server.httpjob.HttpJobHandler;
import io.taskforge.server.httpjob.HttpJobPayload;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.webhook.WebhookDelivery;
import org.jspecify.annotations.Nullable;

/** Reads job requests: validation across fields, retry policies and secrets of HTTP jobs. */
final class JobRequestReader {
  private final PolicyLookup policies;
  private final SsrfPolicy targets;
  private final EncryptedHeaders secrets;

  JobRequestReader(TaskForge forge, Api.JobRules rules) {
    this.policies = new PolicyLookup(forge.policies());
    this.targets = rules.targets();
    this.secrets = rules.secrets();
  }

  /** Returns the shape of a new job, with validation across fields. */
  Shape shape() {
    return checked(NewJobBody.SHAPE);
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
    if (WebhookDelivery.TYPE.equals(values.get(NewJobBody.TYPE))) {
      ReservedJobTypes.fault(sent.optional("type"), WebhookDelivery.TYPE);
    }
    if (HttpJobHandler.TYPE.equals(values.get(NewJobBody.TYPE))) {
      HttpJobPayload.check(sent.given("payload"), targets);
    }
    policies.check(sent, values, PolicyFields.OF_JOB);
  }

  /** Checks the payload of an HTTP job in an object that has the URL at {@code urlKey}. */
  void checkCall(JsonValue sent, String urlKey) {
    HttpJobPayload.checkCall(sent, urlKey, targets);
  }

  /**
   * Returns the job that {@code values} of {@link #shape} describe.
   *
   * @param caller the owner of the job, unless it names a tenant
   * @param keyHeader the idempotency key of a job without its own, or null
   */
  JobRequest read(FieldValues values, Caller caller, @Nullable String keyHeader) {
    TenantId tenant = caller.owner(values.get(Fields.TENANT));
    Payload payload = values.get(NewJobBody.PAYLOAD, Payload.NULL);
    boolean http = HttpJobHandler.TYPE.equals(values.required(NewJobBody.TYPE));
    JobRequest job =
        NewJobBody.request(
            values,
            http ? sealed(payload, values.path(NewJobBody.PAYLOAD)) : payload,
            tenant,
            keyHeader);
    String key = values.get(NewJobBody.LANE_KEY);
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
}
