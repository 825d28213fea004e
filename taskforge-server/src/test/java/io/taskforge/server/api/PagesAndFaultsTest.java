package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PagesAndFaultsTest extends RoutesTest {
  private String failedFourTimes() {
    String id = enqueue("default", ", \"retryPolicy\": \"scheduler\"");
    for (int i = 0; i < 4; i++) {
      fail("default", "timeout", "late");
      server.advance(Duration.ofSeconds(10));
    }
    return id;
  }

  @Test
  void the_latest_attempts_are_on_the_first_page() {
    String history = "/api/v1/jobs/" + failedFourTimes() + "/history?limit=3";

    Answer latest = server.get(history).is(200);
    Answer before = server.get(history + "&cursor=" + latest.at("/next")).is(200);

    assertThat(attempts(latest)).containsExactly("2", "3", "4");
    assertThat(attempts(before)).containsExactly("1");
    assertThat(before.at("/next")).isEqualTo("null");
  }

  private static List<String> attempts(Answer page) {
    return page.json().at("/items").findValuesAsString("attempt");
  }

  @Test
  void values_of_unknown_keys_are_not_repeated() {
    String secret = "s3cr3t-MARK-0451";
    String headers = "{\"Authorization\": \"Bearer " + secret + "\"}";
    for (Answer refused :
        List.of(
            server.post("/api/v1/jobs", "{\"type\": \"x\", \"header\": " + headers + "}"),
            server.post("/api/v1/jobs", "{\"type\": \"x\", \"auth\": \"" + secret + "\"}"),
            server.post("/api/v1/jobs", "{\"type\": \"x\", \"idempotencyKey\": " + headers + "}"),
            server.get("/api/v1/jobs?api_key=" + secret),
            server.get("/api/v1/jobs?token=" + secret + "&queue=%ff"),
            server.get("/api/v1/jobs?token=" + secret + "%ff"))) {
      assertThat(refused.is(400).text()).doesNotContain(secret);
    }
    Answer unknown =
        server.post("/api/v1/jobs", "{\"type\": \"x\", \"header\": " + headers + "}").is(400);
    assertThat(unknown.at("/faults/0/key")).isEqualTo("header");
    assertThat(unknown.at("/faults/0/value")).isEqualTo("this object");
  }

  @Test
  void failure_groups_are_paginated_largest_first() {
    for (String message : List.of("red", "red", "green")) {
      enqueue("default", ", \"retryPolicy\": \"once\"");
      fail("default", message + "_error", message);
    }

    Answer first = server.get("/api/v1/failure-groups?limit=1").is(200);
    Answer second = server.get("/api/v1/failure-groups?limit=1&cursor=" + first.at("/next"));

    assertThat(first.at("/items/0/errorType")).isEqualTo("red_error");
    assertThat(second.is(200).at("/items/0/errorType")).isEqualTo("green_error");
    assertThat(second.at("/next")).isEqualTo("null");
  }

  @Test
  void all_faults_of_a_queue_are_reported_at_once() {
    Answer wrong =
        server.put("/api/v1/queues/q", "{\"retryPolicy\": \"nope\", \"concurrency\": 0}").is(400);

    assertThat(wrong.json().at("/faults").findValuesAsString("key"))
        .containsExactlyInAnyOrder("retryPolicy", "concurrency");
  }

  @Test
  void no_retry_is_recommended_for_a_finished_job() {
    String id = enqueue("default");
    complete("default");

    Answer advice = server.get("/api/v1/jobs/" + id + "/recommendation?errorType=timeout").is(200);

    assertThat(advice.at("/shouldRetry")).isEqualTo("false");
    assertThat(advice.at("/reason")).isEqualTo("the job has ended: it is SUCCEEDED");
  }

  @Test
  void the_text_history_has_no_control_characters() {
    String id = enqueue("default", ", \"retryPolicy\": \"once\"");
    String hostile = "\\u0000\\u001b[2J\\u009b31m\\u200b\\u202e\\u2066\\ufeff\\r\\nnext";
    fail("default", "bad\\u202e\\u2066\\u200btype", hostile);

    String text = server.get("/api/v1/jobs/" + id + "/history", "Accept", "text/plain").text();

    assertThat(text).contains("[2J\ufffd31m\ufffd\ufffd\ufffd\ufffd next");
    assertThat(text.codePoints().filter(c -> c != '\n'))
        .noneMatch(
            c ->
                Character.getType(c) == Character.CONTROL
                    || Character.getType(c) == Character.FORMAT);
  }
}
