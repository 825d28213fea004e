package io.taskforge.server.flow;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The flows of CHRONOS, whose worker has a {@code retryStrategy} and {@code jitterFactor}, and
 * whose jobs override them: flow, strategies, errors, options, execution log, and statistics.
 */
class ChronosFlowTest extends FlowTest {
  /** {@code new WorkerServiceWithRetry({maxRetries: 3, baseRetryDelay: 60000, …})}. */
  @Override
  Settings settings() {
    return new Settings()
        .flag(
            "retryPolicy",
            """
            {"maxRetries": 3, "maxDelay": "3600000ms",
             "backoff": {"strategy": "exponential", "initial": "60000ms", "multiplier": 2},
             "jitter": {"type": "proportional", "factor": 0.2}}
            """);
  }

  // Retry flow

  @Test
  void a_success_is_completed() {
    String id = enqueue("success");
    complete("success");

    assertThat(state(id)).isEqualTo("SUCCEEDED");
  }

  @Test
  void a_failure_is_retried_with_backoff_and_jitter_until_retries_are_exhausted() {
    String id = enqueue("flow");
    for (int minutes : new int[] {1, 2, 4}) {
      assertThat(failed("flow", "timeout").at("/state")).isEqualTo("RETRYING");
      assertThat(wait(id)).isBetween(ofSeconds(minutes * 48L), ofSeconds(minutes * 72L));
      pass(ofSeconds(minutes * 72L));
    }
    failed("flow", "timeout");

    assertThat(state(id)).isEqualTo("FAILED");
  }

  // Backoff strategies

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"strategy\": \"exponential\", \"initial\": \"1m\", \"multiplier\": 2 | 1 | 2 | 4 | 8 | 16",
        "\"strategy\": \"linear\", \"initial\": \"1m\", \"increment\": \"1m\" | 1 | 2 | 3 | 4 | 5",
        "\"strategy\": \"fixed\", \"delay\": \"1m\" | 1 | 1 | 1 | 1 | 1",
        "\"strategy\": \"fibonacci\", \"base\": \"1m\" | 1 | 1 | 2 | 3 | 5"
      })
  void a_strategy_has_these_delays(
      String backoff, int first, int second, int third, int fourth, int fifth) {
    Answer preview =
        server
            .post(
                "/api/v1/policies/preview",
                "{\"policy\": {\"maxRetries\": 5, \"maxDelay\": \"1h\", \"backoff\": {%s}}}"
                    .formatted(backoff))
            .is(200);

    int[] minutes = {first, second, third, fourth, fifth};
    for (int i = 0; i < minutes.length; i++) {
      assertThat(preview.json().at("/retries/" + i + "/baseMs").doubleValue())
          .isEqualTo(minutes[i] * 60_000.0);
    }
  }

  @Test
  void jitter_spreads_a_hundred_jobs_over_24_seconds() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < 100; i++) {
      String id = enqueue("herd");
      failed("herd", "timeout");
      long wait = wait(id).toMillis();
      least = Math.min(least, wait);
      most = Math.max(most, wait);
    }

    assertThat(least).isBetween(48_000L, 51_000L);
    assertThat(most).isBetween(69_000L, 72_000L);
  }

  // Non-retryable errors

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ValidationError",
        "NotFoundError",
        "UnauthorizedError",
        "ForbiddenError",
        "SyntaxError"
      })
  void an_error_that_is_not_retryable_fails_immediately(String error) {
    String id = enqueue("errors");

    failed("errors", error);

    assertThat(state(id)).isEqualTo("FAILED");
    assertThat(job(id).at("/attempt")).isEqualTo("1");
  }

  // Configuration options

  @Test
  void a_job_overrides_the_settings_of_the_worker() {
    String id =
        server
            .post(
                "/api/v1/jobs",
                """
                {"type": "critical-task", "queue": "override",
                 "maxRetries": 5, "retryDelay": 30000, "useExponentialBackoff": true}
                """)
            .is(201)
            .at("/id");
    String claim =
        "{\"worker\": \"w\", \"types\": [\"critical-task\"], \"queues\": [\"override\"]}";
    for (int seconds : new int[] {30, 60, 120, 240, 480}) {
      String token = server.post("/api/v1/claims", claim).is(200).at("/items/0/token");
      server.post("/api/v1/leases/" + token + "/fail", "{\"errorType\": \"timeout\"}").is(200);
      assertThat(wait(id))
          .as("the jitter of the worker")
          .isBetween(ofMillis(seconds * 800L), ofMillis(seconds * 1200L));
      pass(ofMillis(seconds * 1200L));
    }

    assertThat(job(id).at("/maxAttempts")).isEqualTo("6");
  }

  // Execution log

  @Test
  void each_attempt_is_a_row_of_the_execution_log() {
    String id = enqueue("log", ", \"retryPolicy\": \"scheduler\"");
    String token = claim("log");
    pass(ofMillis(1234));
    fail(token, "SMTP timeout");
    pass(ofSeconds(1));
    token = claim("log");
    pass(ofMillis(856));
    fail(token, "SMTP connection refused");
    pass(ofSeconds(2));
    token = claim("log");
    pass(ofMillis(2103));
    server
        .post("/api/v1/leases/" + token + "/complete", "{\"result\": \"Email delivered\"}")
        .is(200);

    String log = server.get("/api/v1/jobs/" + id + "/history", "Accept", "text/plain").text();

    assertThat(log)
        .startsWith(
            """
            Job: work (%s)

            ┌────────────┬─────────┬──────────┬──────────────────────────────┐
            │ Attempt    │ Status  │ Duration │ Notes                        │
            ├────────────┼─────────┼──────────┼──────────────────────────────┤
            │ Initial    │ FAILED  │ 1,234ms  │ SMTP timeout                 │
            │ Retry #1   │ FAILED  │ 856ms    │ SMTP connection refused      │
            │ Retry #2   │ SUCCESS │ 2,103ms  │ Email delivered              │
            └────────────┴─────────┴──────────┴──────────────────────────────┘
            """
                .formatted(id));
  }

  private void fail(String token, String message) {
    server
        .post(
            "/api/v1/leases/" + token + "/fail",
            "{\"errorType\": \"timeout\", \"message\": \"%s\"}".formatted(message))
        .is(200);
  }

  // Why it is scalable and safe

  @Test
  void a_retry_survives_a_restart_and_is_claimed_by_one_worker_only(@TempDir Path directory) {
    String claim = "{\"worker\": \"%s\", \"types\": [\"work\"], \"limit\": 10}";
    TestServer before = TestServer.onSqlite(directory, settings());
    String id = before.post("/api/v1/jobs", "{\"type\": \"work\"}").is(201).at("/id");
    String token = before.post("/api/v1/claims", claim.formatted("w1")).at("/items/0/token");
    before.post("/api/v1/leases/" + token + "/fail", "{\"errorType\": \"timeout\"}").is(200);
    before.close();

    before.clock().advance(ofMinutes(2));
    try (TestServer after = TestServer.onSqlite(directory, before.clock());
        TestServer other = TestServer.beside(after)) {
      Answer first = after.post("/api/v1/claims", claim.formatted("w2")).is(200);
      Answer second = other.post("/api/v1/claims", claim.formatted("w3")).is(200);

      assertThat(first.at("/items/0/id")).isEqualTo(id);
      assertThat(first.at("/items/0/attempt")).isEqualTo("2");
      assertThat(second.at("/items")).isEqualTo("[]");
    }
  }

  @Test
  void a_lock_of_a_crashed_worker_times_out() {
    String id = enqueue("crash");
    claim("crash");
    pass(ofHours(1));
    server.runDue();

    assertThat(state(id)).isEqualTo("RETRYING");
    assertThat(job(id).at("/failures")).as("costs no retry").isEqualTo("0");
  }

  // Monitoring

  @Test
  void stats_count_retries_and_those_that_succeeded() {
    long total = stats("totalRetries");
    long successful = stats("successfulRetries");
    enqueue("stats", ", \"retryPolicy\": \"scheduler\"");
    failed("stats", "timeout");
    pass(ofSeconds(1));
    failed("stats", "timeout");
    pass(Duration.ofSeconds(2));
    complete("stats");

    assertThat(stats("totalRetries")).isEqualTo(total + 2);
    assertThat(stats("successfulRetries")).isEqualTo(successful + 1);
    assertThat(server.get("/api/v1/stats").json().at("/retrySuccessRate").doubleValue())
        .isEqualTo(100.0 * stats("successfulRetries") / stats("totalRetries"));
  }

  private long stats(String key) {
    return server.get("/api/v1/stats").is(200).json().at("/" + key).longValue();
  }
}
