package io.taskforge.server.api;

import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Field;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The fields of requests that contain retry policies. */
final class PolicyFields {
  static final Field<PolicyChoice> RETRY_POLICY =
      new Field<>(
          "retryPolicy",
          "a retry policy, or the name of one",
          PolicySchema.POLICY_OR_NAME,
          false,
          PolicyFields::read);

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
}
