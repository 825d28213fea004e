package io.taskforge.server.api;

import io.taskforge.json.strict.Json;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
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
          node -> {
            try {
              return RetryPolicyJson.standard().read(withoutNulls(node));
            } catch (InvalidPolicyException e) {
              throw Problem.invalid(e.faults()).exception();
            }
          });

  private PolicyFields() {}

  /** Removes fields that are null, which mean the same as missing ones. */
  static String withoutNulls(JsonNode policy) {
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

  static PolicyChoice read(JsonNode node) {
    try {
      return RetryPolicyJson.standard().readChoice(withoutNulls(node));
    } catch (InvalidPolicyException e) {
      throw Problem.invalid(e.faults()).exception();
    }
  }
}
