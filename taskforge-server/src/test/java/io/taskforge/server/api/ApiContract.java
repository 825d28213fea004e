package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The tests of the API that run on every store, over real HTTP; this part is about jobs. */
abstract class ApiContract
    implements DeadLetterApiContract,
        RedriveApiContract,
        ScheduleApiContract,
        QueueApiContract,
        PolicyApiContract,
        WebhookApiContract,
        AlertApiContract,
        OverviewApiContract {
  private TestServer server;

  /** Opens a server on an empty store. */
  abstract TestServer open();

  @BeforeEach
  void start() {
    server = open();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  public final TestServer server() {
    return server;
  }

  private String enqueueAs(String json) {
    return server.post("/api/v1/jobs", json).is(201).at("/id");
  }

  private String claimType(String type) {
    return server
        .post(
            "/api/v1/claims",
            """
            {"worker": "w1", "types": ["%s"]}
            """
                .formatted(type))
        .is(200)
        .at("/items/0/token");
  }

  private Answer report(String token, String verb, String json) {
    return server.post("/api/v1/leases/" + token + "/" + verb, json);
  }

  private String state(String id) {
    return server.get("/api/v1/jobs/" + id).is(200).at("/state");
  }

  @Test
  void a_payload_is_stored_exactly() {
    String id =
        enqueueAs(
            """
            {"type": "t", "payload": {"n": 123456789012345678901234567890.10, "e": 1e400,
             "text": "\\u0000 \\"'; DROP TABLE job; --", "none": null, "deep": [[[{}]]]}}
            """);

    assertThat(server.get("/api/v1/jobs/" + id).text())
        .contains("\"n\":123456789012345678901234567890.10")
        .contains("\\u0000 \\\"'; DROP TABLE job; --")
        .contains("\"none\":null,\"deep\":[[[{}]]]");
    assertThat(server.get("/api/v1/jobs/" + id).json().at("/payload/e").decimalValue())
        .isEqualByComparingTo("1e400");
  }

  @Test
  void a_new_job_is_answered_as_it_is_read() {
    Answer made =
        server
            .post(
                "/api/v1/jobs",
                """
                {"type": "t", "queue": "q", "payload": {"a": [1.50, null]}, "priority": 3,
                 "delay": "90s", "retryPolicy": "patient", "timeout": "90s", "key": "lane",
                 "deadline": "2030-01-02T00:00:00.123456789Z", "idempotencyKey": "k"}
                """)
            .is(201);

    ObjectNode read =
        (ObjectNode) server.get("/api/v1/jobs/" + made.at("/id")).is(200).json().deepCopy();
    // Only GET of one job reads its policy.
    assertThat(made.json()).isEqualTo(read.putNull("maxAttempts"));
    assertThat(made.at("/runAt")).isEqualTo("2030-01-01T00:01:30Z");
  }

  @Test
  void a_repeated_idempotency_key_returns_the_first_job() {
    String first = enqueueAs("{\"type\": \"t\", \"idempotencyKey\": \"k\"}");
    Answer again = server.post("/api/v1/jobs", "{\"type\": \"t\"}", "Idempotency-Key", "k").is(200);

    assertThat(again.at("/id")).isEqualTo(first);
    assertThat(server.get("/api/v1/jobs").json().at("/items")).hasSize(1);
  }

  @Test
  void a_batch_is_all_or_nothing_and_reports_its_invalid_entries() {
    Answer refused =
        server
            .post(
                "/api/v1/jobs/batch",
                """
                {"jobs": [{"type": "a"}, {"type": "b", "priority": "high"}, {"queue": "q"}]}
                """)
            .is(400);
    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .containsExactlyInAnyOrder("jobs[1].priority", "jobs[2].type");
    assertThat(server.get("/api/v1/jobs").json().at("/items")).isEmpty();

    server.post("/api/v1/jobs/batch", "{\"jobs\": [{\"type\": \"a\"}]}").is(201);
    server.post("/api/v1/jobs/batch", "[{\"type\": \"b\"}]").is(400);
    assertThat(server.get("/api/v1/jobs").json().at("/items").findValuesAsString("type"))
        .containsExactly("a");
  }

  @Test
  void lists_are_filtered_and_paginated() {
    for (int i = 0; i < 5; i++) {
      enqueueAs("{\"type\": \"t\", \"queue\": \"q%d\"}".formatted(i % 2));
    }

    Answer first = server.get("/api/v1/jobs?queue=q0&limit=2").is(200);
    Answer second = server.get("/api/v1/jobs?queue=q0&limit=2&cursor=" + first.at("/next")).is(200);

    assertThat(first.json().at("/items")).hasSize(2);
    assertThat(second.json().at("/items")).hasSize(1);
    assertThat(second.json().at("/next").isNull()).isTrue();
    assertThat(server.get("/api/v1/jobs?state=RUNNING").json().at("/items")).isEmpty();
  }

  @Test
  void the_text_history_is_a_table() {
    String id = enqueueAs("{\"type\": \"send-welcome-email\", \"retryPolicy\": \"patient\"}");

    String first = claimType("send-welcome-email");
    server.clock().advance(Duration.ofMillis(1_234));
    report(first, "fail", "{\"errorType\": \"timeout\", \"message\": \"SMTP timeout\"}").is(200);
    assertThat(state(id)).isEqualTo("RETRYING");
    server.clock().advance(Duration.ofSeconds(72));
    String second = claimType("send-welcome-email");
    server.clock().advance(Duration.ofMillis(856));
    report(
            second,
            "fail",
            "{\"errorType\": \"connection_error\", \"message\": \"SMTP connection refused\"}")
        .is(200);
    server.clock().advance(Duration.ofSeconds(144));
    String third = claimType("send-welcome-email");
    server.clock().advance(Duration.ofMillis(2_103));
    report(third, "complete", "{\"result\": \"Email delivered\"}").is(200);

    assertThat(server.get("/api/v1/jobs/" + id + "/history", "Accept", "text/plain").text())
        .startsWith(
            """
            Job: send-welcome-email (%s)

            ┌────────────┬─────────┬──────────┬──────────────────────────────┐
            │ Attempt    │ Status  │ Duration │ Notes                        │
            ├────────────┼─────────┼──────────┼──────────────────────────────┤
            │ Initial    │ FAILED  │ 1,234ms  │ SMTP timeout                 │
            │ Retry #1   │ FAILED  │ 856ms    │ SMTP connection refused      │
            │ Retry #2   │ SUCCESS │ 2,103ms  │ Email delivered              │
            └────────────┴─────────┴──────────┴──────────────────────────────┘
            """
                .formatted(id))
        .contains("Initial: retry 1 of 3 in ");
    Answer retries = server.get("/api/v1/jobs/" + id + "/retries").is(200);
    assertThat(retries.at("/total") + retries.at("/successful") + retries.at("/failed"))
        .isEqualTo("211");
  }

  @Test
  void a_job_with_the_webhook_policy_waits_30_60_and_120_seconds_and_then_fails() {
    String id = enqueueAs("{\"type\": \"notify\", \"retryPolicy\": \"webhook\"}");
    for (int wait : new int[] {30, 60, 120}) {
      report(claimType("notify"), "fail", "{\"errorType\": \"temporary_failure\"}").is(200);
      assertThat(state(id)).isEqualTo("RETRYING");
      server.clock().advance(Duration.ofSeconds(wait).minusMillis(1));
      assertThat(claimType("notify")).as("too early").isEmpty();
      server.clock().advance(Duration.ofMillis(1));
    }
    report(claimType("notify"), "fail", "{\"errorType\": \"temporary_failure\"}").is(200);

    assertThat(state(id)).isEqualTo("FAILED");
    assertThat(server.get("/api/v1/jobs/" + id + "/history").json().findValuesAsString("delayMs"))
        .containsExactly("30000", "60000", "120000", "");
  }

  @Test
  void a_stale_token_gets_409_and_changes_nothing() {
    String id = enqueueAs("{\"type\": \"t\"}");
    String token = claimType("t");
    report(token, "complete", "{\"result\": 1}").is(200);

    assertThat(report(token, "fail", "{\"errorType\": \"timeout\"}").is(409).at("/state"))
        .isEqualTo("LEASE_LOST");
    assertThat(state(id)).isEqualTo("SUCCEEDED");
    report("AAAA", "complete", "{}").is(404);
  }

  private Answer reportAll(String json) {
    return server.post("/api/v1/leases/results", "{\"results\": [" + json + "]}");
  }

  @Test
  void results_of_several_claims_are_reported_at_once_and_answered_in_order() {
    String done = enqueueAs("{\"type\": \"a\"}");
    String failed = enqueueAs("{\"type\": \"b\"}");
    String cancelled = enqueueAs("{\"type\": \"c\"}");
    enqueueAs("{\"type\": \"d\"}");
    String first = claimType("a");
    String second = claimType("b");
    String third = claimType("c");
    String stale = claimType("d");
    server.post("/api/v1/jobs/" + cancelled + "/cancel").is(202);
    report(stale, "complete", "{}").is(200);

    Answer answer =
        reportAll(
                """
                {"token": "%s", "result": {"pages": 3}},
                {"token": "%s", "failure": {"errorType": "timeout", "message": "slow",
                 "retryAfter": "7m"}},
                {"token": "%s", "failure": {"errorType": "timeout"}},
                {"token": "%s"},
                {"token": "%s"}
                """
                    .formatted(first, second, third, stale, first))
            .is(200);

    assertThat(answer.json().at("/items").findValuesAsString("outcome"))
        .containsExactly("COMMITTED", "COMMITTED", "CANCELLED", "LEASE_LOST", "LEASE_LOST");
    assertThat(answer.at("/items/0/id")).isEqualTo(done);
    assertThat(answer.at("/items/1/nextRunAt")).isEqualTo("2030-01-01T00:07:00Z");
    assertThat(answer.json().at("/items/3/state").isNull()).isTrue();
    assertThat(server.get("/api/v1/jobs/" + done).at("/result/pages")).isEqualTo("3");
    assertThat(state(failed)).isEqualTo("RETRYING");
    assertThat(state(cancelled)).isEqualTo("CANCELLED");
  }

  @Test
  void no_result_is_stored_if_one_of_them_is_invalid() {
    String id = enqueueAs("{\"type\": \"t\"}");
    String token = claimType("t");
    String forged = token.substring(0, token.length() - 4) + "AAAA";

    Answer refused =
        reportAll(
                """
                {"token": "%s"},
                {"token": "%s"},
                {"token": "%s", "failure": {"message": "slow"}},
                {"token": "%s", "result": 1, "failure": {"errorType": "timeout"}}
                """
                    .formatted(token, forged, token, token))
            .is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .containsExactly("results[1].token", "results[2].failure.errorType", "results[3].failure");
    assertThat(refused.text()).doesNotContain(forged);
    assertThat(state(id)).isEqualTo("RUNNING");
  }

  @Test
  void a_job_is_cancelled_retried_and_rescheduled() {
    String id = enqueueAs("{\"type\": \"t\", \"delay\": \"1h\"}");

    Answer moved = server.post("/api/v1/jobs/" + id + "/reschedule", "{\"delay\": \"2h\"}").is(200);
    assertThat(moved.at("/runAt")).isEqualTo("2030-01-01T02:00:00Z");
    server.post("/api/v1/jobs/" + id + "/retry").is(200);
    assertThat(claimType("t")).isNotEmpty();
    server.post("/api/v1/jobs/" + id + "/cancel", "{\"reason\": \"not needed\"}").is(202);
    assertThat(server.post("/api/v1/jobs/" + id + "/cancel-retries").is(409).at("/state"))
        .isEqualTo("RUNNING");
    server.post("/api/v1/jobs/01a1e1bf-58fa-725f-852c-4f3fc90b18e9/cancel").is(404);
    server.post("/api/v1/jobs/nonsense/cancel").is(404);
  }
}
