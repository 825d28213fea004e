package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How failures that workers report are classified, recommended for, filtered and shown. */
class FailureRoutesTest extends RoutesTest {
  private Answer failWith(String queue, String report) {
    return server.post("/api/v1/leases/" + claim(queue) + "/fail", report);
  }

  @ParameterizedTest
  @CsvSource({
    "default,  '\"errorType\": \"http_404\"',                          FAILED",
    "default,  '\"errorType\": \"HTTP_404\"',                          FAILED",
    "default,  '\"errorType\": \"no_label\", \"statusCode\": 404',     FAILED",
    "default,  '\"errorType\": \"http_503\"',                          RETRYING",
    "standard, '\"errorType\": \"http_503\"',                          RETRYING",
    "standard, '\"errorType\": \"no_label\", \"statusCode\": 503',     RETRYING",
    "standard, '\"errorType\": \"no_label\"',                          FAILED",
    "default,  '\"errorType\": \"no_label\", \"kind\": \"PERMANENT\"', FAILED",
    "default,  '\"errorType\": \"http_404\", \"kind\": \"TRANSIENT\"', RETRYING",
    "default,  '\"errorType\": \"ValidationError\", \"kind\": \"OVERLOAD\"', RETRYING",
    "standard, '\"errorType\": \"timeout\", \"kind\": \"PERMANENT\"',  FAILED",
  })
  void a_reported_failure_is_judged_by_type_status_and_kind(
      String policy, String report, String state) {
    String id = enqueue("mail", ", \"retryPolicy\": \"" + policy + "\"");

    failWith("mail", "{" + report + "}").is(200);

    assertThat(server.get("/api/v1/jobs/" + id).at("/state")).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({
    "default,  errorType=http_404,                false",
    "default,  statusCode=404,                    false",
    "default,  errorType=http_503,                true",
    "standard, errorType=http_503,                true",
    "standard, statusCode=503,                    true",
    "standard, statusCode=501,                    false",
    "standard, errorType=no_label,                false",
    "standard, errorType=no_label&statusCode=503, true",
  })
  void a_recommendation_is_what_the_engine_decides(String policy, String query, boolean retry) {
    String id = enqueue("mail", ", \"retryPolicy\": \"" + policy + "\"");

    Answer advice = server.get("/api/v1/jobs/" + id + "/recommendation?" + query).is(200);

    assertThat(advice.at("/shouldRetry")).isEqualTo(Boolean.toString(retry));
    String type = query.contains("no_label") ? "no_label" : "http_" + lastDigits(query);
    String status = query.contains("statusCode") ? ", \"statusCode\": " + lastDigits(query) : "";
    failWith("mail", "{\"errorType\": \"%s\"%s}".formatted(type, status)).is(200);
    assertThat(server.get("/api/v1/jobs/" + id).at("/state"))
        .isEqualTo(retry ? "RETRYING" : "FAILED");
  }

  private static String lastDigits(String query) {
    return query.substring(query.length() - 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"statusCode\": 404}",
        "{\"errorType\": \"x\", \"statusCode\": 99}",
        "{\"errorType\": \"x\", \"statusCode\": 600}",
        "{\"errorType\": \"x\", \"kind\": \"BAD\"}",
        "{\"errorType\": \"x\", \"permanent\": true}",
      })
  void an_invalid_report_is_rejected(String report) {
    enqueue("mail");

    failWith("mail", report).is(400);
  }

  @Test
  void a_released_retry_is_one_retry() {
    String id = enqueue("mail");
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(2));
    server.post("/api/v1/leases/" + claim("mail") + "/release").is(200);

    assertThat(retries(id)).isEqualTo("0 of 0: 1 scheduled");
    complete("mail");

    assertThat(retries(id)).isEqualTo("1 of 1: 1 completed");
  }

  @Test
  void a_lost_lease_before_any_failure_is_no_retry() {
    String id = enqueue("mail");
    server
        .post(
            "/api/v1/claims",
            "{\"worker\": \"w\", \"types\": [\"work\"], \"queues\": [\"mail\"], \"lease\": \"1s\"}")
        .is(200);
    server.clock().advance(Duration.ofSeconds(40));
    server.runDue();

    assertThat(server.get("/api/v1/jobs/" + id).at("/state")).isEqualTo("RETRYING");
    assertThat(retries(id)).isEqualTo("0 of 0: ");
  }

  private String retries(String id) {
    Answer retries = server.get("/api/v1/jobs/" + id + "/retries").is(200);
    StringBuilder text = new StringBuilder();
    text.append(retries.at("/successful")).append(" of ").append(retries.at("/total")).append(": ");
    retries
        .json()
        .at("/items")
        .forEach(
            item ->
                text.append(item.at("/retry").asInt())
                    .append(' ')
                    .append(item.at("/status").stringValue()));
    return text.toString();
  }

  @Test
  void jobs_and_history_are_filtered_by_failure_kind() {
    String overloaded = enqueue("mail");
    fail("mail", "http_503", "busy");
    String permanent = enqueue("mail");
    fail("mail", "http_404", "gone");
    enqueue("sms");

    assertThat(listed("?failureKind=OVERLOAD")).containsExactly(overloaded);
    assertThat(listed("?failureKind=PERMANENT")).containsExactly(permanent);
    assertThat(listed("?failureKind=PERMANENT&state=RETRYING")).isEmpty();
    assertThat(listed("?failureKind=TRANSIENT")).isEmpty();
    server.get("/api/v1/jobs?failureKind=BAD").is(400);

    server.clock().advance(Duration.ofSeconds(2));
    fail("mail", "timeout", "slow");
    String history = "/api/v1/jobs/" + overloaded + "/history?failureKind=";
    assertThat(server.get(history + "OVERLOAD").is(200).json().findValuesAsString("errorType"))
        .containsExactly("http_503");
    assertThat(server.get(history + "TRANSIENT").is(200).json().findValuesAsString("errorType"))
        .containsExactly("timeout");
    assertThat(server.get(history + "PERMANENT").is(200).text())
        .isEqualTo("{\"items\":[],\"next\":null}");
  }

  @Test
  void a_redrive_takes_dead_letters_of_one_failure_kind() {
    putQueueWithDeadLetters("mail", "mail-dead");
    String overloaded = enqueue("mail");
    fail("mail", "http_503", "busy");
    String slow = enqueue("mail");
    fail("mail", "timeout", "slow");

    Answer redrive =
        server.post("/api/v1/redrives", "{\"filter\": {\"failureKind\": \"OVERLOAD\"}}").is(202);
    server.runDue();

    assertThat(redrive.at("/filter")).isEqualTo("{\"failureKind\":\"OVERLOAD\"}");
    assertThat(server.get("/api/v1/jobs/" + overloaded).at("/state")).isEqualTo("QUEUED");
    assertThat(server.get("/api/v1/jobs/" + slow).at("/state")).isEqualTo("DEAD");
  }

  private List<String> listed(String query) {
    return server.get("/api/v1/jobs" + query).is(200).json().at("/items").findValuesAsString("id");
  }

  @Test
  void the_history_table_shows_the_type_of_a_failure_without_a_message() {
    String id = enqueue("mail");
    fail("mail", "http_503", "");

    assertThat(server.get("/api/v1/jobs/" + id + "/history", "Accept", "text/plain").text())
        .contains("│ http_503 ");
  }

  @Test
  void validation_advises_on_a_policy_outside_the_recommended_ranges() {
    String odd =
        """
        {"policy": {"maxRetries": 9, "maxDelay": "1h",
          "backoff": {"strategy": "exponential", "initial": "100ms", "multiplier": 3}}}
        """;
    Answer answer = server.post("/api/v1/policies/validate", odd).is(200);

    assertThat(answer.at("/valid")).isEqualTo("true");
    assertThat(answer.json().at("/advice")).hasSize(5);
    assertThat(answer.at("/advice/0")).isEqualTo("maxRetries is 9; 2 to 4 is recommended");
    Answer fine = server.post("/api/v1/policies/validate", "{\"policy\": \"default\"}").is(200);
    assertThat(fine.at("/advice")).isEqualTo("[]");
  }
}
