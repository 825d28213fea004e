package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecommendationRoutesTest extends RoutesTest {
  private Answer recommended(String id, String errorType) {
    return server.get("/api/v1/jobs/" + id + "/recommendation?errorType=" + errorType);
  }

  @Test
  void a_transient_failure_would_be_retried() {
    String id = enqueue("mail");

    Answer advice = recommended(id, "timeout").is(200);

    assertThat(advice.at("/shouldRetry")).isEqualTo("true");
    assertThat(advice.at("/maxAttemptsReached")).isEqualTo("false");
    assertThat(advice.at("/nextAttempt")).isEqualTo("2");
    assertThat(advice.at("/nextDelay")).isEqualTo("{\"minMs\":900,\"maxMs\":1100}");
    assertThat(advice.at("/reason")).isEqualTo("null");
    assertThat(advice.at("/policyOrigin")).isEqualTo("SERVER_DEFAULT");
    assertThat(server.get("/api/v1/jobs/" + id).at("/state")).isEqualTo("QUEUED");
  }

  @Test
  void a_permanent_failure_would_not_be_retried() {
    Answer advice = recommended(enqueue("mail"), "ValidationError").is(200);

    assertThat(advice.at("/shouldRetry")).isEqualTo("false");
    assertThat(advice.at("/maxAttemptsReached")).isEqualTo("false");
    assertThat(advice.at("/nextDelay")).isEqualTo("null");
    assertThat(advice.at("/reason")).isEqualTo("permanent failure");
  }

  @Test
  void exhausted_retries_are_reported() {
    server
        .put(
            "/api/v1/queues/mail",
            "{\"retryPolicy\": {\"maxRetries\": 1,"
                + " \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"5s\"}}}")
        .is(201);
    String id = enqueue("mail");
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(6));

    Answer advice = recommended(id, "timeout").is(200);

    assertThat(advice.at("/shouldRetry")).isEqualTo("false");
    assertThat(advice.at("/maxAttemptsReached")).isEqualTo("true");
    assertThat(advice.at("/reason")).isEqualTo("retries exhausted");
    assertThat(advice.at("/policyOrigin")).isEqualTo("QUEUE");
  }

  @Test
  void a_missing_policy_is_a_conflict() {
    server
        .put("/api/v1/policies/own", "{\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"5s\"}}")
        .is(201);
    String id = enqueue("mail", ", \"retryPolicy\": \"own\"");
    assertThat(recommended(id, "timeout").is(200).at("/policyOrigin")).isEqualTo("JOB");
    server.delete("/api/v1/policies/own").is(204);

    assertThat(recommended(id, "timeout").is(409).at("/detail")).contains("own");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?errorType=", "?errorType=a%20b", "?errorType=x&x=1"})
  void an_error_type_is_required(String query) {
    String id = enqueue("mail");

    server.get("/api/v1/jobs/" + id + "/recommendation" + query).is(400);
  }

  @Test
  void an_unknown_job_is_not_found() {
    recommended("00000000-0000-7000-8000-000000000000", "timeout").is(404);
    recommended("nonsense", "timeout").is(404);
  }
}
