package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyLimits;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Schema;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The fields of requests that contain retry policies. */
final class PolicyFields {
  private static final Field<Integer> MILLIS = Field.integer("ms", "", 1, Integer.MAX_VALUE);
  private static final Field<Duration> DELAY =
      Field.duration("delay", "", Duration.ofMillis(1), Duration.ofDays(3_650));

  static final Field<PolicyChoice> RETRY_POLICY =
      new Field<>(
          "retryPolicy",
          "a retry policy, or the name of one",
          PolicySchema.POLICY_OR_NAME,
          false,
          PolicyFields::read);

  /** As {@link #RETRY_POLICY}, for a job; an object with overrides is how the server shows them. */
  static final Field<PolicyChoice> OF_JOB =
      new Field<>(
          "retryPolicy",
          "a retry policy, or the name of one",
          PolicySchema.POLICY_OR_NAME,
          false,
          node -> read(node, RetryPolicyJson.standard()::readJobChoice));

  static final Field<Integer> MAX_RETRIES =
      Field.integer(
          "maxRetries", "overrides maxRetries of the policy", 0, PolicyLimits.MAX_RETRIES);
  static final Field<Duration> RETRY_DELAY =
      new Field<>(
          "retryDelay",
          "overrides the first delay of the policy: a duration, or milliseconds",
          Schema.union("RetryDelay", DELAY.schema(), MILLIS.schema()),
          false,
          PolicyFields::delay);
  static final Field<Boolean> EXPONENTIAL =
      Field.bool(
          "useExponentialBackoff",
          "overrides the backoff of the policy: true to double the delay, false for a fixed delay");

  /** A policy that is the whole body. */
  static final Field<RetryPolicy> WRITTEN_OUT =
      new Field<>(
          "policy",
          "a retry policy",
          PolicySchema.POLICY,
          true,
          value -> read(value, RetryPolicyJson.standard()::read));

  private PolicyFields() {}

  /** Removes fields that are null, which mean the same as missing ones. */
  private static String withoutNulls(JsonNode policy) {
    JsonNode copy = policy.deepCopy();
    if (copy instanceof ObjectNode object) {
      object.values().forEach(PolicyFields::removeNulls);
      removeNulls(object);
    }
    return Json.write(copy);
  }

  private static void removeNulls(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.removeIf(JsonNode::isNull);
    }
  }

  static @Nullable PolicyChoice read(JsonValue value) {
    return read(value, RetryPolicyJson.standard()::readChoice);
  }

  private static <T> @Nullable T read(JsonValue value, Function<String, T> read) {
    try {
      return read.apply(withoutNulls(value.existing()));
    } catch (InvalidPolicyException e) {
      value.faultsOf("policy", e.faults());
      return null;
    }
  }

  private static @Nullable Duration delay(JsonValue value) {
    if (!value.existing().isNumber()) {
      return DELAY.reader().read(value);
    }
    Integer millis = MILLIS.reader().read(value);
    return millis == null ? null : Duration.ofMillis(millis);
  }

  /** Returns the job with the policy and the overrides that the request has. */
  static JobRequest applied(JobRequest job, FieldValues values) {
    PolicyChoice policy = values.get(OF_JOB);
    Integer maxRetries = values.get(MAX_RETRIES);
    Duration retryDelay = values.get(RETRY_DELAY);
    Boolean exponential = values.get(EXPONENTIAL);
    JobRequest result = policy == null ? job : job.retryPolicy(policy);
    result = maxRetries == null ? result : result.maxRetries(maxRetries);
    result = retryDelay == null ? result : result.retryDelay(retryDelay);
    return exponential == null ? result : result.useExponentialBackoff(exponential);
  }
}
