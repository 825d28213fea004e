package io.taskforge.server.flow;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The flows of a task queue whose queues have a {@code retry_config}: its models, its retry
 * service, its dead letter service and its monitoring.
 */
class RetryConfigFlowTest extends FlowTest {
  /** {@code RetryConfig::new(3, 1, 300, 2.0)}. */
  private static final String RETRY_CONFIG =
      """
      {"maxAttempts": 3,
       "backoff": {"strategy": "exponential", "initial": "1s", "multiplier": 2.0},
       "maxDelay": "300s",
       "retryOn": {"statusCodes": [500, 502, 503, 504],
                   "errors": ["timeout", "connection_error", "temporary_failure"]},
       "jitter": {"type": "proportional", "factor": 0.1}}
      """;

  private Answer put(String queue, String more) {
    return server
        .put("/api/v1/queues/" + queue, "{\"retryPolicy\": %s%s}".formatted(RETRY_CONFIG, more))
        .is(201);
  }

  /** Fails a job three times: its last attempt is one of three. */
  private String exhausted(String queue) {
    String id = enqueue(queue, ", \"payload\": {\"to\": \"ann\"}");
    failed(queue, "timeout");
    pass(ofSeconds(2));
    failed(queue, "timeout");
    pass(ofSeconds(3));
    failed(queue, "timeout");
    return id;
  }

  // 3. Models and configuration

  @Test
  void retry_config_is_the_retry_policy_of_a_queue() {
    Answer queue = put("config", "");

    assertThat(queue.json().at("/retryPolicy"))
        .isEqualTo(server.get("/api/v1/policies/standard").is(200).json().at("/policy"));
    assertThat(queue.at("/createdAt")).isEqualTo(queue.at("/changedAt"));
    pass(ofSeconds(1));
    Answer changed = server.put("/api/v1/queues/config", "{\"retryPolicy\": \"once\"}").is(200);
    assertThat(changed.at("/createdAt")).isEqualTo(queue.at("/createdAt"));
    assertThat(changed.at("/changedAt")).isGreaterThan(queue.at("/changedAt"));
  }

  @Test
  void validate_names_every_fault() {
    Answer answer =
        server
            .post(
                "/api/v1/policies/validate",
                """
                {"policy": {"maxAttempts": 0,
                  "backoff": {"strategy": "exponential", "initial": "0s", "multiplier": 0.5},
                  "jitter": {"type": "proportional", "factor": 1.5}}}
                """)
            .is(200);

    assertThat(answer.at("/valid")).isEqualTo("false");
    assertThat(answer.json().at("/faults").findValuesAsString("key"))
        .containsExactlyInAnyOrder(
            "policy.maxAttempts",
            "policy.backoff.initial",
            "policy.backoff.multiplier",
            "policy.jitter.factor");
  }

  // 4.1 Retry service

  @Test
  void schedule_retry_and_execute_retry() {
    put("retry", "");
    String id = enqueue("retry");

    Answer scheduled = failed("retry", "timeout");

    assertThat(scheduled.at("/state")).isEqualTo("RETRYING");
    assertThat(wait(id)).isBetween(ofMillis(900), ofMillis(1100));
    assertThat(isDue("retry")).isFalse();
    assertThat(retries(id)).containsExactly("attempt 2 scheduled");
    pass(ofSeconds(2));
    String token = claim("retry");
    assertThat(retries(id)).containsExactly("attempt 2 in progress");
    server.post("/api/v1/leases/" + token + "/complete").is(200);
    assertThat(retries(id)).containsExactly("attempt 2 completed");
    assertThat(state(id)).isEqualTo("SUCCEEDED");
  }

  @Test
  void get_retry_history_and_get_retry_stats() {
    put("history", "");
    String id = exhausted("history");

    assertThat(retries(id)).containsExactly("attempt 2 failed", "attempt 3 failed");
    Answer stats = server.get("/api/v1/jobs/" + id + "/retries").is(200);
    assertThat(stats.at("/total")).isEqualTo("2");
    assertThat(stats.at("/successful")).isEqualTo("0");
    assertThat(stats.at("/failed")).isEqualTo("2");
    assertThat(stats.at("/cancelled")).isEqualTo("0");
    Answer history = server.get("/api/v1/jobs/" + id + "/history").is(200);
    assertThat(history.at("/items/0/message")).isEqualTo("it broke");
    assertThat(history.at("/items/0/nextRunAt")).isEqualTo(history.at("/items/1/scheduledAt"));
  }

  @Test
  void cancel_pending_retries() {
    put("cancel", "");
    String id = enqueue("cancel");
    failed("cancel", "timeout");

    server.post("/api/v1/jobs/" + id + "/cancel-retries", "{\"reason\": \"enough\"}").is(200);

    assertThat(state(id)).isEqualTo("FAILED");
    assertThat(server.get("/api/v1/jobs/" + id + "/retries").at("/cancelled")).isEqualTo("1");
    assertThat(server.post("/api/v1/jobs/" + id + "/cancel-retries").is(409).at("/detail"))
        .isEqualTo("job " + id + " is FAILED and cannot be failed: it waits for no retry");
  }

  private List<String> retries(String id) {
    return server
        .get("/api/v1/jobs/" + id + "/retries")
        .is(200)
        .json()
        .at("/items")
        .valueStream()
        .map(
            retry ->
                "attempt %d %s"
                    .formatted(retry.at("/attempt").intValue(), retry.at("/status").stringValue()))
        .toList();
  }

  // 4.2 Backoff strategies

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"strategy\": \"fixed\", \"delay\": \"5s\" | 5 | 5 | 5 | 5",
        "\"strategy\": \"exponential\", \"initial\": \"1s\", \"multiplier\": 2 | 1 | 2 | 4 | 8",
        "\"strategy\": \"linear\", \"initial\": \"1s\", \"increment\": \"3s\" | 1 | 4 | 7 | 9",
        "\"strategy\": \"fibonacci\", \"base\": \"1s\" | 1 | 1 | 2 | 3"
      })
  void calculate_delay(String backoff, int first, int second, int third, int fourth) {
    Answer preview =
        server
            .post(
                "/api/v1/policies/preview",
                "{\"policy\": {\"maxRetries\": 4, \"maxDelay\": \"9s\", \"backoff\": {%s}}}"
                    .formatted(backoff))
            .is(200);

    int[] seconds = {first, second, third, fourth};
    for (int i = 0; i < seconds.length; i++) {
      assertThat(preview.json().at("/retries/" + i + "/baseMs").doubleValue())
          .isEqualTo(seconds[i] * 1000.0);
    }
  }

  // 4.3 Integration with the execution system

  @Test
  void handle_job_failure_ends_an_error_that_is_not_listed_at_once() {
    put("unlisted", ", \"deadLetterQueue\": \"unlisted.dead\"");
    String id = enqueue("unlisted");

    failed("unlisted", "out_of_paper");

    assertThat(state(id)).isEqualTo("FAILED");
    server.post("/api/v1/jobs/" + id + "/dead-letter", "{\"reason\": \"later\"}").is(200);
    assertThat(state(id)).as("moved by hand").isEqualTo("DEAD");
  }

  @Test
  void handle_job_failure_compares_error_types_without_case() {
    put("case", "");
    enqueue("case");

    assertThat(failed("case", "Connection_Error").at("/state")).isEqualTo("RETRYING");
  }

  @Test
  void handle_max_retries_exceeded_moves_the_job_to_the_dead_letter_queue_or_fails_it() {
    put("buried", ", \"deadLetterQueue\": \"buried.dead\"");
    put("unburied", "");

    String dead = exhausted("buried");
    String failed = exhausted("unburied");

    assertThat(state(dead)).isEqualTo("DEAD");
    assertThat(job(dead).at("/queue")).isEqualTo("buried.dead");
    assertThat(job(dead).at("/payload")).isEqualTo("{\"to\":\"ann\"}");
    assertThat(state(failed)).isEqualTo("FAILED");
  }

  @Test
  void get_retry_recommendation() {
    put("advice", "");
    String id = enqueue("advice");
    failed("advice", "timeout");
    String path = "/api/v1/jobs/" + id + "/recommendation";

    Answer advice = server.get(path + "?errorType=timeout").is(200);

    assertThat(advice.at("/shouldRetry")).isEqualTo("true");
    assertThat(advice.at("/maxAttemptsReached")).isEqualTo("false");
    assertThat(advice.at("/nextAttempt")).isEqualTo("3");
    assertThat(advice.at("/nextDelay")).isEqualTo("{\"minMs\":1800,\"maxMs\":2200}");
    assertThat(server.get(path + "?errorType=other").is(200).at("/shouldRetry")).isEqualTo("false");
    assertThat(server.get(path + "?statusCode=503").is(200).at("/shouldRetry")).isEqualTo("true");
    assertThat(server.get(path + "?statusCode=501").is(200).at("/shouldRetry")).isEqualTo("false");
  }

  // 5. Dead letter queue

  @Test
  void move_to_dead_letter_queue_by_hand_and_retry_from_it() {
    put("hand", ", \"deadLetterQueue\": \"hand.dead\"");
    String id = enqueue("hand", ", \"payload\": {\"to\": \"ann\"}");

    Answer dead =
        server.post("/api/v1/jobs/" + id + "/dead-letter", "{\"reason\": \"looks odd\"}").is(200);

    assertThat(dead.at("/deadLetter/dlq_reason")).isEqualTo("looks odd");
    assertThat(dead.at("/deadLetter/moved_from_queue")).isEqualTo("hand");
    assertThat(dead.at("/deadLetter/moved_at")).isEqualTo(server.clock().instant().toString());
    assertThat(dead.at("/payload")).as("left alone").isEqualTo("{\"to\":\"ann\"}");

    Answer back =
        server
            .post("/api/v1/dead-letters/" + id + "/redrive", "{\"targetQueue\": \"hand.again\"}")
            .is(200);
    assertThat(back.at("/queue")).isEqualTo("hand.again");
    assertThat(back.at("/attempt")).isEqualTo("0");
    assertThat(back.at("/deadLetter")).isEqualTo("null");
    assertThat(job(id).at("/deadLetterStays/0/dlq_reason")).isEqualTo("looks odd");
    complete("hand.again");
    assertThat(state(id)).isEqualTo("SUCCEEDED");
  }

  @Test
  void get_dead_letter_jobs_with_limit_and_offset_and_delete_from_dead_letter() {
    put("list", ", \"deadLetterQueue\": \"list.dead\"");
    String first = exhausted("list");
    String second = exhausted("list");

    assertThat(deadLetters("limit=1")).containsExactly(second);
    assertThat(deadLetters("limit=1&offset=1")).containsExactly(first);
    server.delete("/api/v1/dead-letters/" + first + "?reason=spam").is(204);
    assertThat(deadLetters("limit=10")).containsExactly(second);
    assertThat(state(first)).as("kept").isEqualTo("CANCELLED");
  }

  private List<String> deadLetters(String page) {
    return server
        .get("/api/v1/dead-letters?queue=list.dead&" + page)
        .is(200)
        .json()
        .at("/items")
        .findValuesAsString("id");
  }

  // 6. Monitoring

  @Test
  void get_retry_metrics_and_get_retry_patterns() {
    server.put("/api/v1/queues/figures", "{\"retryPolicy\": \"scheduler\"}").is(201);
    Answer idle = server.get("/api/v1/queues/figures/retry-metrics").is(200);
    assertThat(idle.at("/totalRetries")).isEqualTo("0");
    assertThat(idle.at("/retryRate")).as("without retries").isEqualTo("100.0");

    enqueue("figures");
    failed("figures", "timeout"); // after 1 s
    pass(ofSeconds(1));
    failed("figures", "timeout"); // after 2 s
    pass(ofSeconds(2));
    complete("figures");

    String period = "?to=" + server.clock().instant().plusSeconds(1);
    Answer metrics = server.get("/api/v1/queues/figures/retry-metrics" + period).is(200);
    assertThat(metrics.at("/queue")).isEqualTo("figures");
    assertThat(metrics.at("/totalRetries")).isEqualTo("2");
    assertThat(metrics.at("/successfulRetries")).isEqualTo("1");
    assertThat(metrics.at("/failedRetries")).isEqualTo("1");
    assertThat(metrics.at("/retryRate")).isEqualTo("50.0");
    assertThat(metrics.at("/avgRetryDelay")).isEqualTo("1.5");
    assertThat(metrics.json().has("periodStart") && metrics.json().has("periodEnd")).isTrue();
    Answer patterns = server.get("/api/v1/queues/figures/retry-patterns" + period).is(200);
    assertThat(patterns.at("/countsByAttempt"))
        .as("2 is the first retry")
        .isEqualTo("{\"2\":1,\"3\":1}");
    assertThat(patterns.at("/outcomesByAttempt/3"))
        .isEqualTo("{\"succeeded\":1,\"failed\":0,\"cancelled\":0}");
  }
}
