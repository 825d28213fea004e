package io.taskforge.server.api;

import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Problem;
import tools.jackson.databind.JsonNode;

/** Retry policies as clients send them. */
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
              return RetryPolicyJson.standard().read(Json.write(node));
            } catch (InvalidPolicyException e) {
              throw Problem.invalid(e.faults()).exception();
            }
          });

  private PolicyFields() {}

  static PolicyChoice read(JsonNode node) {
    try {
      return RetryPolicyJson.standard().readChoice(Json.write(node));
    } catch (InvalidPolicyException e) {
      throw Problem.invalid(e.faults()).exception();
    }
  }
}
