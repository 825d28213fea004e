package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicyJson;
import io.taskforge.server.http.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyRoutesTest extends RoutesTest {
  private static final String OWN = "/api/v1/policies/nightly";
  private static final String FIXED =
      "{\"maxRetries\": 4, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"5m\"}}";

  @Test
  void a_policy_is_put_under_a_name_and_shown_written_out() {
    Answer made = server.put(OWN, FIXED).is(201);
    Answer found = server.get(OWN).is(200);

    assertThat(found.json()).isEqualTo(made.json());
    assertThat(found.header("ETag")).isEqualTo("\"1\"").isEqualTo(made.header("ETag"));
    assertThat(found.at("/name")).isEqualTo("nightly");
    assertThat(found.at("/preset")).isEqualTo("false");
    assertThat(found.at("/policy/maxRetries")).isEqualTo("4");
    assertThat(found.at("/policy/jitter/type")).isNotEmpty();
    assertThat(found.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void the_list_begins_with_the_presets() {
    server.put(OWN, FIXED).is(201);

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
  void a_change_has_a_new_version_and_the_same_again_has_not() {
    server.put(OWN, FIXED).is(201);
    server.clock().advance(Duration.ofMinutes(1));

    assertThat(server.put(OWN, FIXED).is(200).header("ETag")).isEqualTo("\"1\"");
    Answer changed = server.put(OWN, FIXED.replace("4", "9"), "If-Match", "\"1\"").is(200);

    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(changed.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(changed.at("/changedAt")).isEqualTo("2030-01-01T00:01:00Z");
    server.put(OWN, FIXED, "If-Match", "\"1\"").is(412);
    server.put(OWN, FIXED, "If-None-Match", "*").is(412);
    server.delete(OWN, "If-Match", "\"1\"").is(412);
    server.delete(OWN, "If-Match", "\"2\"").is(204);
    server.get(OWN).is(404);
  }

  @Test
  void a_preset_is_shown_and_can_not_be_changed() {
    assertThat(server.get("/api/v1/policies/patient").is(200).at("/preset")).isEqualTo("true");
    assertThat(server.put("/api/v1/policies/patient", FIXED).is(409).at("/detail"))
        .contains("preset");
    server.delete("/api/v1/policies/patient").is(409);
  }

  @Test
  void a_policy_that_queues_use_is_not_deleted() {
    server.put(OWN, FIXED).is(201);
    server.put("/api/v1/queues/mail", "{\"retryPolicy\": \"nightly\"}").is(201);
    server.put("/api/v1/queues/sms", "{\"retryPolicy\": \"nightly\"}").is(201);

    assertThat(server.delete(OWN).is(409).at("/detail")).contains("mail, sms");

    server.put("/api/v1/queues/mail", "{}").is(200);
    server.delete("/api/v1/queues/sms").is(204);
    server.delete(OWN).is(204);
    server.delete(OWN).is(404);
  }

  @Test
  void a_queue_that_names_a_policy_uses_it() {
    server.put(OWN, FIXED).is(201);
    server.put("/api/v1/queues/mail", "{\"retryPolicy\": \"nightly\"}").is(201);
    String id = enqueue("mail");

    fail("mail", "timeout", "too slow");

    assertThat(server.get("/api/v1/jobs/" + id).at("/runAt")).isEqualTo("2030-01-01T00:05:00Z");
  }

  @Test
  void every_fault_of_a_policy_is_named() {
    Answer refused =
        server
            .put(OWN, "{\"maxRetries\": -1, \"colour\": 1, \"jitter\": {\"type\": \"odd\"}}")
            .is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .contains("maxRetries", "colour", "jitter.type");
    server.get(OWN).is(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "5", "\"patient\"", "[]", "{", "", "[[[[[[[[[[[[[[[[[[]"})
  void what_is_no_object_is_no_policy(String body) {
    server.put(OWN, body).is(400);
    server.get(OWN).is(404);
  }
}
