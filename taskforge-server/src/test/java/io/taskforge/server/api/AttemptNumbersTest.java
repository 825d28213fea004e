package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attempt numbers of a redriven job: in this round, the maximum, and the total. */
class AttemptNumbersTest extends RoutesTest {
  private String id = "";

  @BeforeEach
  void redriveAfterFourAttemptsAndFailTwice() {
    server
        .put(
            "/api/v1/queues/mail",
            """
            {"deadLetterQueue": "mail-dead", "retryPolicy":
              {"maxRetries": 3, "backoff": {"strategy": "fixed", "delay": "5s"}}}
            """)
        .is(201);
    id = enqueue("mail");
    failTimes(4);
    server.post("/api/v1/dead-letters/" + id + "/redrive", "{}").is(200);
    failTimes(2);
  }

  private void failTimes(int times) {
    for (int i = 0; i < times; i++) {
      fail("mail", "timeout", "too slow");
      server.clock().advance(Duration.ofSeconds(6));
    }
  }

  @Test
  void a_job_shows_its_attempt_the_maximum_and_the_total() {
    assertNumbers(server.get("/api/v1/jobs/" + id).is(200), "2", "4", "6");
    assertThat(
            server
                .get("/api/v1/jobs/" + id + "/recommendation?errorType=timeout")
                .at("/nextAttempt"))
        .as("after the one that waits")
        .isEqualTo("4");

    Answer claimed =
        server
            .post(
                "/api/v1/claims",
                "{\"worker\": \"w\", \"types\": [\"work\"], \"queues\": [\"mail\"]}")
            .is(200);
    assertThat(claimed.at("/items/0/attempt")).isEqualTo("3");
    assertThat(claimed.at("/items/0/totalAttempts")).isEqualTo("7");
    assertNumbers(server.get("/api/v1/jobs/" + id).is(200), "3", "4", "7");
    server.post("/api/v1/leases/" + claimed.at("/items/0/token") + "/release").is(200);
    assertNumbers(server.get("/api/v1/jobs/" + id).is(200), "3", "5", "7");
  }

  @Test
  void history_shows_both_numbers_of_each_attempt() {
    Answer history = server.get("/api/v1/jobs/" + id + "/history").is(200);

    assertThat(history.json().at("/items").findValuesAsString("attempt"))
        .containsExactly("1", "2", "3", "4", "1", "2");
    assertThat(history.json().at("/items").findValuesAsString("totalAttempts"))
        .containsExactly("1", "2", "3", "4", "5", "6");
    assertThat(server.get("/api/v1/jobs/" + id + "/history", "Accept", "text/plain").text())
        .contains("│ Initial ", "│ Retry #3 ", "│ Initial (5 total) ", "│ Retry #1 (6 total) │");
  }

  @Test
  void a_final_event_has_the_attempts_of_its_round() {
    failTimes(2);

    assertNumbers(server.get("/api/v1/jobs/" + id).is(200), "4", "null", "8");
    assertThat(server.get("/api/v1/dead-letters/" + id).at("/deadLetter/dlq_reason"))
        .contains("4 of 4 attempts failed, the last with timeout");
  }

  private static void assertNumbers(Answer job, String attempt, String most, String total) {
    assertThat(job.at("/attempt")).isEqualTo(attempt);
    assertThat(job.at("/maxAttempts")).isEqualTo(most);
    assertThat(job.at("/totalAttempts")).isEqualTo(total);
  }
}
