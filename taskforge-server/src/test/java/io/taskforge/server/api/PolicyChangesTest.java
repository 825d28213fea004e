package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.server.config.InvalidSettingsException;
import io.taskforge.server.config.Settings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When changes of policies and queues apply, and to which jobs. */
class PolicyChangesTest extends RoutesTest {
  private static final String QUEUE = "/api/v1/queues/mail";

  private static String fixed(String delay) {
    return "{\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"%s\"}}".formatted(delay);
  }

  private Answer job(String id) {
    return server.get("/api/v1/jobs/" + id).is(200);
  }

  @Test
  void an_override_of_a_job_keeps_the_rest_of_the_policy_of_its_queue() {
    server.put(QUEUE, "{\"retryPolicy\": %s}".formatted(fixed("1h"))).is(201);
    String id = enqueue("mail", ", \"maxRetries\": 5");
    fail("mail", "timeout", "too slow");
    assertThat(job(id).at("/runAt")).isEqualTo("2030-01-01T01:00:00Z");

    server.put(QUEUE, "{\"retryPolicy\": %s}".formatted(fixed("2s"))).is(200);
    server.clock().advance(Duration.ofHours(1));
    fail("mail", "timeout", "too slow");

    assertThat(job(id).at("/runAt")).isEqualTo("2030-01-01T01:00:02Z");
    assertThat(job(id).at("/maxAttempts")).isEqualTo("6");
  }

  @Test
  void a_changed_queue_applies_to_the_next_failure_on_the_node_that_changed_it() {
    server.put(QUEUE, "{}").is(201);
    server.runDue();
    server.put(QUEUE, "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"dead\"}").is(200);
    String id = failedCall("");

    assertThat(job(id).at("/state")).isEqualTo("DEAD");
  }

  /** Runs a call that is refused, without reading queues and policies again. */
  private String failedCall(String more) {
    String id =
        server
            .post(
                "/api/v1/jobs",
                "{\"type\": \"http\", \"queue\": \"mail\","
                    + " \"payload\": {\"url\": \"http://127.0.0.1:1/\"}%s}".formatted(more))
            .is(201)
            .at("/id");
    server.runFetched();
    return id;
  }

  @Test
  void a_changed_policy_applies_to_the_next_failure_on_the_node_that_changed_it() {
    server.put("/api/v1/policies/own", fixed("1h")).is(201);
    server.put("/api/v1/types/http", "{\"retryPolicy\": \"own\"}").is(201);
    assertThat(job(failedCall("")).at("/runAt")).isEqualTo("2030-01-01T01:00:00Z");

    server.put("/api/v1/policies/own", fixed("2h")).is(200);
    assertThat(job(failedCall("")).at("/runAt")).isEqualTo("2030-01-01T02:00:00Z");

    server.put("/api/v1/types/http", "{\"retryPolicy\": \"webhook\"}").is(200);
    assertThat(job(failedCall("")).at("/runAt")).isEqualTo("2030-01-01T00:00:30Z");
  }

  @Test
  void a_job_overrides_the_number_the_first_delay_and_the_backoff() {
    String more = ", \"maxRetries\": 7, \"retryDelay\": %s, \"useExponentialBackoff\": true";
    for (String delay : List.of("30000", "\"30s\"")) {
      String id = enqueue("mail", more.formatted(delay) + ", \"retryPolicy\": \"webhook\"");
      assertThat(job(id).at("/retryPolicy"))
          .isEqualTo(
              "{\"base\":\"webhook\",\"overrides\":{\"maxRetries\":7,"
                  + "\"retryDelay\":\"30s\",\"useExponentialBackoff\":true}}");
      fail("mail", "timeout", "too slow");
      assertThat(job(id).at("/maxAttempts")).isEqualTo("8");
    }
  }

  @Test
  void a_schedule_stores_overrides_and_takes_back_what_it_shows() {
    String plan = "{\"cron\": \"0 3 * * *\", \"job\": {\"type\": \"x\", %s}}";
    Answer made =
        server.put("/api/v1/schedules/s", plan.formatted("\"retryDelay\": \"1m\"")).is(201);
    String shown = made.at("/job/retryPolicy");
    assertThat(shown).isEqualTo("{\"overrides\":{\"retryDelay\":\"1m\"}}");

    Answer again =
        server.put(
            "/api/v1/schedules/s",
            plan.formatted("\"retryPolicy\": %s, \"maxRetries\": 2".formatted(shown)));
    assertThat(again.is(200).at("/job/retryPolicy"))
        .isEqualTo("{\"overrides\":{\"maxRetries\":2,\"retryDelay\":\"1m\"}}");
  }

  @Test
  void a_call_takes_the_same_overrides() {
    String call = "{\"api\": \"http://127.0.0.1:1/\"%s}";
    assertThat(
            server
                .post("/api/v1/calls", call.formatted(", \"maxRetryCount\": 9"))
                .is(201)
                .at("/job/retryPolicy"))
        .isEqualTo("{\"base\":\"scheduler\",\"overrides\":{\"maxRetries\":9}}");
    assertThat(
            server
                .post("/api/v1/calls", call.formatted(", \"retryDelay\": 500"))
                .is(201)
                .at("/job/retryPolicy"))
        .isEqualTo("{\"base\":\"scheduler\",\"overrides\":{\"retryDelay\":\"500ms\"}}");
    assertThat(
            server
                .post("/api/v1/calls", call.formatted(", \"maxRetryCount\": 9, \"maxRetries\": 9"))
                .is(400)
                .at("/faults/0/rule"))
        .isEqualTo("cannot be combined with maxRetryCount");
  }

  @Test
  void the_default_of_a_server_is_a_stored_policy() {
    server.put("/api/v1/policies/mine", fixed("1h")).is(201);
    Settings settings = new Settings().flag("retryPolicy", "mine");
    server.close();
    server = TestServer.onSqlite(directory, settings);
    String id = enqueue("mail");
    fail("mail", "timeout", "too slow");
    assertThat(job(id).at("/runAt")).isEqualTo("2030-01-01T01:00:00Z");
    assertThat(server.delete("/api/v1/policies/mine").is(409).at("/detail"))
        .isEqualTo("policy mine is used by the server's default");
  }

  @Test
  void a_server_does_not_start_with_an_unknown_default() {
    Settings settings = new Settings().flag("retryPolicy", "mine");

    InvalidSettingsException refused =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () -> TestServer.onSqlite(directory.resolve("new"), settings));

    assertThat(refused.faults().get(0).toString())
        .startsWith("retryPolicy: mine is not allowed: must be a preset (default, ");
  }

  @ParameterizedTest
  @CsvSource({
    "maxRetries, -1",
    "maxRetries, 1.5",
    "retryDelay, 0",
    "retryDelay, 1.5",
    "retryDelay, '\"0s\"'",
    "retryDelay, '\"soon\"'",
    "retryDelay, true",
    "useExponentialBackoff, 1"
  })
  void an_invalid_override_is_rejected(String key, String value) {
    Answer refused =
        server.post("/api/v1/jobs", "{\"type\": \"work\", \"%s\": %s}".formatted(key, value));

    assertThat(refused.is(400).json().at("/faults").findValuesAsString("key")).containsExactly(key);
  }
}
