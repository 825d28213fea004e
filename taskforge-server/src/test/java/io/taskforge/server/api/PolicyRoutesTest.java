package io.taskforge.server.api;

import static io.taskforge.server.api.PolicyApiContract.FIXED;
import static io.taskforge.server.api.PolicyApiContract.NIGHTLY_POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.json.RetryPolicyJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyRoutesTest extends RoutesTest {
  @Test
  void the_list_begins_with_the_presets() {
    server.put(NIGHTLY_POLICY, FIXED).is(201);

    Answer list = server.get("/api/v1/policies").is(200);

    assertThat(list.json().at("/items").findValuesAsString("name"))
        .hasSize(RetryPolicies.all().size() + 1)
        .startsWith("default", "standard", "webhook")
        .endsWith("nightly");
    assertThat(list.at("/items/0/preset")).isEqualTo("true");
    assertThat(list.at("/items/0/version")).isEqualTo("null");
    assertThat(list.json().at("/items/0/policy"))
        .isEqualTo(Json.read(RetryPolicyJson.standard().write(RetryPolicies.DEFAULT)));
  }

  @Test
  void a_preset_is_shown_and_cannot_be_changed() {
    assertThat(server.get("/api/v1/policies/patient").is(200).at("/preset")).isEqualTo("true");
    assertThat(server.put("/api/v1/policies/patient", FIXED).is(409).at("/detail"))
        .contains("preset");
    server.delete("/api/v1/policies/patient").is(409);
  }

  @Test
  void every_fault_of_a_policy_is_reported() {
    Answer refused =
        server
            .put(
                NIGHTLY_POLICY,
                "{\"maxRetries\": -1, \"colour\": 1, \"jitter\": {\"type\": \"odd\"}}")
            .is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .contains("maxRetries", "colour", "jitter.type");
    server.get(NIGHTLY_POLICY).is(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "5", "\"patient\"", "[]", "{", "", "[[[[[[[[[[[[[[[[[[]"})
  void a_policy_must_be_an_object(String body) {
    server.put(NIGHTLY_POLICY, body).is(400);
    server.get(NIGHTLY_POLICY).is(404);
  }
}
