package io.taskforge.server.api;

import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryPolicyJson;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Schema;
import tools.jackson.databind.JsonNode;

/** Retry policies as clients send them. */
final class PolicyFields {
  static final Field<RetryPolicy> RETRY_POLICY =
      new Field<>(
          "retryPolicy",
          "a policy, or the name of one",
          Schema.anyOf(Schema.text(), Schema.map(Schema.any())),
          false,
          PolicyFields::read);

  private PolicyFields() {}

  private static RetryPolicy read(JsonNode node) {
    if (node.isString()) {
      RetryPolicy preset = RetryPolicies.all().get(node.stringValue());
      if (preset == null) {
        throw new IllegalArgumentException("must name a policy");
      }
      return preset;
    }
    try {
      return RetryPolicyJson.standard().read(Json.write(node));
    } catch (InvalidPolicyException e) {
      throw Problem.invalid(e.faults()).exception();
    }
  }
}
