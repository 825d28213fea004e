package io.taskforge.server.api;

import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Schema;
import tools.jackson.databind.JsonNode;

/** Retry policies as clients send them. */
final class PolicyFields {
  /** A policy is described by its own guide; here it is any object. */
  static final Schema POLICY = Schema.map(Schema.any());

  static final Field<PolicyChoice> RETRY_POLICY =
      new Field<>(
          "retryPolicy",
          "a policy written out, or the name of one",
          Schema.anyOf(Schema.text(), POLICY),
          false,
          PolicyFields::read);

  /** A policy that is the whole body. */
  static final Field<RetryPolicy> WRITTEN_OUT =
      new Field<>(
          "policy",
          "a policy written out",
          POLICY,
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
