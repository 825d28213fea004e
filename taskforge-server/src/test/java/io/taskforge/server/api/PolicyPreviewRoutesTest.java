package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyPreviewRoutesTest extends RoutesTest {
  private static final String VALIDATE = "/api/v1/policies/validate";
  private static final String PREVIEW = "/api/v1/policies/preview";

  private static String fixed(int maxRetries) {
    return "{\"maxRetries\": %d, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"5s\"}}"
        .formatted(maxRetries);
  }

  private static String draft(String policy) {
    return "{\"policy\": " + policy + "}";
  }

  @Test
  void a_valid_policy_is_returned_with_defaults() {
    Answer answer = server.post(VALIDATE, draft(fixed(2))).is(200);

    assertThat(answer.at("/valid")).isEqualTo("true");
    assertThat(answer.at("/policy/maxRetries")).isEqualTo("2");
    assertThat(answer.json().at("/policy").has("maxRetryAfter")).isTrue();
    assertThat(answer.json().has("faults")).isFalse();
  }

  @Test
  void an_invalid_policy_is_returned_with_all_faults() {
    Answer answer =
        server
            .post(VALIDATE, draft("{\"maxRetries\": 1.5, \"maxDelay\": \"soon\", \"x\": 1}"))
            .is(200);

    assertThat(answer.at("/valid")).isEqualTo("false");
    assertThat(answer.json().at("/faults").findValuesAsString("key"))
        .contains("policy.maxRetries", "policy.maxDelay", "policy.x");
    assertThat(answer.json().at("/faults/0").propertyNames())
        .containsExactlyInAnyOrder("key", "value", "rule");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "5", "\"unheard-of\"", "[]", "{\"maxRetries\": 1e999}"})
  void a_value_that_is_not_a_policy_is_invalid(String policy) {
    assertThat(server.post(VALIDATE, draft(policy)).is(200).at("/valid")).isEqualTo("false");
  }

  @Test
  void malformed_json_is_rejected() {
    server.post(VALIDATE, "{\"maxRetries\": ").is(400);
    server.post(VALIDATE).is(415);
  }

  @Test
  void a_preview_shows_each_retry_of_a_policy_by_its_name() {
    Answer preview = server.post(PREVIEW, "{\"policy\": \"default\"}").is(200);

    assertThat(preview.json().at("/retries").size()).isEqualTo(3);
    assertThat(preview.at("/retries/1/retry")).isEqualTo("2");
    assertThat(preview.at("/retries/1/baseMs")).isEqualTo("2000.0");
    assertThat(preview.at("/retries/1/minMs")).isEqualTo("1800.0");
    assertThat(preview.at("/retries/1/maxMs")).isEqualTo("2200.0");
    assertThat(preview.at("/retries/1/cumulativeMinMs")).isEqualTo("2700.0");
    assertThat(preview.at("/retries/1/cumulativeMaxMs")).isEqualTo("3300.0");
    assertThat(preview.at("/retries/1/cumulativeExpectedMs")).isEqualTo("3000.0");
    assertThat(preview.at("/policy/maxRetries")).isEqualTo("3");
  }

  @Test
  void both_take_a_policy_or_the_name_of_one() {
    for (String policy : List.of(fixed(3), "\"default\"")) {
      assertThat(server.post(VALIDATE, draft(policy)).is(200).at("/policy/maxRetries"))
          .isEqualTo("3");
      assertThat(server.post(PREVIEW, draft(policy)).is(200).json().at("/retries")).hasSize(3);
    }
  }

  @Test
  void a_policy_outside_the_policy_field_is_rejected() {
    for (String path : List.of(VALIDATE, PREVIEW)) {
      assertThat(server.post(path, fixed(2)).is(400).json().at("/faults").findValuesAsString("key"))
          .containsExactly("maxRetries", "backoff", "policy");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"policy\": {\"backoff\": {\"strategy\": \"magic\"}}} | policy.backoff.strategy",
        "{\"policy\": \"unheard-of\"} | policy",
        "{\"policy\": \"Not A Name\"} | policy",
        "{\"policy\": 5} | policy",
        "{\"policy\": null} | policy"
      })
  void faults_have_their_path_in_the_body(String body, String key) {
    Answer answer = server.post(VALIDATE, body).is(200);

    assertThat(answer.at("/valid")).isEqualTo("false");
    assertThat(answer.json().at("/faults").findValuesAsString("key")).containsExactly(key);
  }

  @Test
  void a_preview_may_go_beyond_the_last_retry() {
    String policy = "{\"policy\": " + fixed(2) + ", \"retries\": %s}";

    Answer five = server.post(PREVIEW, policy.formatted("[1, 2, 3, 4, 5]")).is(200);
    Answer two = server.post(PREVIEW, policy.formatted("[100000, 1]")).is(200);

    assertThat(five.json().at("/retries").findValuesAsString("beyondMaxRetries"))
        .containsExactly("false", "false", "true", "true", "true");
    assertThat(two.json().at("/retries").findValuesAsString("retry"))
        .containsExactly("100000", "1");
  }

  @Test
  void a_null_field_of_a_policy_means_missing() {
    String policy =
        "{\"maxRetries\": 2, \"maxDelay\": null, \"retryOn\": null,"
            + " \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"5s\", \"delays\": null}}";

    assertThat(server.post(VALIDATE, draft(policy)).is(200).at("/policy"))
        .isEqualTo(server.post(VALIDATE, draft(fixed(2))).is(200).at("/policy"));
    server.post(PREVIEW, draft(policy)).is(200);
    server.put("/api/v1/policies/own", policy).is(201);
    server.put("/api/v1/queues/mail", "{\"retryPolicy\": " + policy + "}").is(201);
  }

  @Test
  void a_stored_policy_can_be_previewed() {
    server.put("/api/v1/policies/own", fixed(1)).is(201);

    assertThat(server.post(PREVIEW, "{\"policy\": \"own\"}").is(200).json().at("/retries").size())
        .isEqualTo(1);
    assertThat(server.post(PREVIEW, "{\"policy\": \"once\"}").is(200).at("/retries"))
        .isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | policy",
        "{\"policy\": {}} | policy.backoff",
        "{\"policy\": null} | policy",
        "5 | body",
        "\"patient\" | body",
        "{\"policy\": \"unheard-of\"} | policy",
        "{\"policy\": {\"backoff\": {\"strategy\": \"magic\"}}} | policy.backoff.strategy",
        "{\"policy\": \"once\", \"retries\": 5} | retries",
        "{\"policy\": \"once\", \"retries\": [1, 0]} | retries[1]",
        "{\"policy\": \"once\", \"retries\": [2147483648]} | retries[0]",
        "{\"policy\": \"once\", \"retries\": \"all\"} | retries"
      })
  void an_invalid_preview_is_rejected(String body, String key) {
    assertThat(server.post(PREVIEW, body).is(400).json().at("/faults").findValuesAsString("key"))
        .containsExactly(key);
  }
}
