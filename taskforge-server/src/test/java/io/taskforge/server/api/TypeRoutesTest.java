package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeRoutesTest extends RoutesTest {
  private static final String WORK = "/api/v1/types/work";
  private static final String PATIENT = "{\"retryPolicy\": \"patient\"}";

  @Test
  void the_policy_of_a_type_is_created_shown_replaced_and_deleted() {
    server.get(WORK).is(404);
    Answer made = server.put(WORK, PATIENT).is(201);
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    assertThat(made.at("/retryPolicy")).isEqualTo("patient");

    server.clock().advance(Duration.ofMinutes(5));
    assertThat(server.put(WORK, PATIENT).is(200).at("/version")).isEqualTo("1");
    assertThat(server.put(WORK, "{\"retryPolicy\": \"once\"}").is(200).at("/version"))
        .isEqualTo("2");
    assertThat(server.get("/api/v1/types").is(200).json().at("/items").findValuesAsString("name"))
        .containsExactly("work");

    server.delete(WORK, "If-Match", "\"1\"").is(412);
    server.delete(WORK, "If-Match", "\"2\"").is(204);
    server.delete(WORK).is(404);
  }

  @Test
  void the_policy_of_a_type_applies_to_its_jobs() {
    server.put("/api/v1/queues/mail", "{\"retryPolicy\": \"once\"}").is(201);
    server.put(WORK, "{\"retryPolicy\": \"scheduler\"}").is(201);
    String id = enqueue("mail");
    fail("mail", "timeout", "too slow");

    assertThat(server.get("/api/v1/jobs/" + id).at("/runAt")).isEqualTo("2030-01-01T00:00:01Z");
    assertThat(
            server
                .get("/api/v1/jobs/" + id + "/recommendation?errorType=timeout")
                .at("/policyOrigin"))
        .isEqualTo("JOB_TYPE");
  }

  @Test
  void a_policy_that_a_type_uses_is_not_deleted() {
    server
        .put("/api/v1/policies/own", "{\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"5s\"}}")
        .is(201);
    server.put(WORK, "{\"retryPolicy\": \"own\"}").is(201);

    assertThat(server.delete("/api/v1/policies/own").is(409).at("/detail"))
        .isEqualTo("policy own is used by the job types work");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | retryPolicy",
        "{\"retryPolicy\": \"unheard-of\"} | retryPolicy",
        "{\"retryPolicy\": {\"overrides\": {\"maxRetries\": 1}}} | retryPolicy.overrides",
        "{\"retryPolicy\": \"once\", \"colour\": 1} | colour"
      })
  void an_invalid_policy_is_rejected(String body, String key) {
    Answer refused = server.put(WORK, body).is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key")).contains(key);
    server.get(WORK).is(404);
  }
}
