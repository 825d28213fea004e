package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyLimits;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Schema;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The schema of retry policies, and the fields of requests that contain them. */
final class PolicyFields {
  private static final int RETRIES_LIMIT = 1_000_000;

  /**
   * One object for all strategies, whose fields depend on the strategy: code generators handle that
   * better than one schema for each.
   */
  private static final Schema BACKOFF =
      Schema.object("Backoff")
          .required(
              "strategy",
              Schema.oneOf("fixed", "linear", "exponential", "fibonacci", "list"),
              "how the delay grows from retry to retry")
          .optional("delay", Schema.duration(), "fixed: each delay")
          .optional("initial", Schema.duration(), "linear, exponential: the first delay")
          .optional("increment", Schema.duration(), "linear: added for each further retry")
          .optional("multiplier", Schema.number(), "exponential: at least 1")
          .optional("base", Schema.duration(), "fibonacci: the first delay")
          .optional(
              "delays",
              Schema.list(Schema.duration()).orNull(),
              "list: each delay; the last one is repeated");

  private static final Schema JITTER =
      Schema.object("Jitter")
          .required(
              "type",
              Schema.oneOf(
                  Arrays.stream(Jitter.Type.values())
                      .map(type -> type.name().toLowerCase(Locale.ROOT))
                      .toArray()),
              "how the delay is randomized")
          .optional(
              "factor",
              Schema.number(0, 1),
              "proportional: the maximum deviation, as a fraction of the delay");

  private static final Schema FILTER =
      Schema.object("FailureFilter")
          .optional(
              "errors", Schema.list(Schema.text()).orNull(), "names of errors, such as timeout")
          .optional(
              "statusCodes", Schema.list(Schema.integer(100, 599)).orNull(), "HTTP status codes");

  /** A retry policy; a client gives maxRetries or maxAttempts, and the server shows maxRetries. */
  static final Schema POLICY =
      Schema.object("RetryPolicy")
          .required("backoff", BACKOFF, "the delays between attempts")
          .optional("maxRetries", Schema.integer(0, RETRIES_LIMIT), "how often a job is retried")
          .optional(
              "maxAttempts",
              Schema.integer(1, RETRIES_LIMIT + 1),
              "one more than maxRetries; give one of the two")
          .optional("maxDelay", Schema.duration(), "the longest delay")
          .optional("jitter", JITTER, "randomizes delays, so that retries don't come in waves")
          .optional("retryOn", FILTER, "retry only these failures")
          .optional("neverOn", FILTER, "never retry these failures")
          .optional(
              "maxElapsed",
              Schema.duration(),
              "no retry starts later than this after the first run")
          .optional("maxRetryAfter", Schema.duration(), "the longest Retry-After that is respected")
          .example(
              """
              {"maxRetries": 5, "maxDelay": "10m", "jitter": {"type": "proportional", "factor": 0.2},
               "backoff": {"strategy": "exponential", "initial": "1s", "multiplier": 2}}
              """);

  static final Schema POLICY_OR_NAME = Schema.union("RetryPolicyOrName", Schema.text(), POLICY);

  private static final Field<Integer> MILLIS = Field.integer("ms", "", 1, Integer.MAX_VALUE);
  private static final Field<Duration> DELAY =
      Field.duration("delay", "", Duration.ofMillis(1), Duration.ofDays(3_650));

  static final Field<PolicyChoice> RETRY_POLICY =
      Field.of(
          "retryPolicy",
          "a retry policy, or the name of one",
          PolicyFields.POLICY_OR_NAME,
          PolicyFields::read);

  /** As {@link #RETRY_POLICY}, for a job; an object with overrides is how the server shows them. */
  static final Field<PolicyChoice> OF_JOB =
      Field.of(
          "retryPolicy",
          "a retry policy, or the name of one",
          PolicyFields.POLICY_OR_NAME,
          node -> read(node, RetryPolicyJson.standard()::readJobChoice));

  static final Field<Integer> MAX_RETRIES =
      Field.integer(
          "maxRetries", "overrides maxRetries of the policy", 0, PolicyLimits.MAX_RETRIES);
  static final Field<Duration> RETRY_DELAY =
      Field.of(
          "retryDelay",
          "overrides the first delay of the policy: a duration, or milliseconds",
          Schema.union("RetryDelay", DELAY.schema(), MILLIS.schema()),
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
          PolicyFields.POLICY,
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
