package io.taskforge.server.flow;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The flows of a job worker for many tenants with webhooks: job retry, webhook retry, and what its
 * operators see.
 */
class TenantWebhookFlowTest extends FlowTest {
  private static final Duration STEP = ofSeconds(15);

  /** Lets time pass in steps, as the watch for alerts does. */
  private void run(Duration time) {
    for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(STEP)) {
      server.advance(left.compareTo(STEP) < 0 ? left : STEP);
    }
  }

  private void putQueue(String queue) {
    server.put("/api/v1/queues/" + queue, "{\"retryPolicy\": \"webhook\"}").is(201);
  }

  // 1. Job retry

  @Test
  void a_job_waits_30_60_and_120_seconds_and_is_then_fatal() {
    putQueue("jobs");
    Instant start = server.clock().instant();
    String id = enqueue("jobs");
    assertThat(state(id)).isEqualTo("QUEUED");
    for (int seconds : new int[] {30, 60, 120}) {
      String token = claim("jobs");
      assertThat(state(id)).isEqualTo("RUNNING");
      server.post("/api/v1/leases/" + token + "/fail", "{\"errorType\": \"timeout\"}").is(200);
      assertThat(state(id)).isEqualTo("RETRYING");
      assertThat(wait(id)).isEqualTo(ofSeconds(seconds));
      pass(ofSeconds(seconds).minusMillis(1));
      assertThat(isDue("jobs")).isFalse();
      pass(Duration.ofMillis(1));
    }
    failed("jobs", "timeout");

    assertThat(state(id)).isEqualTo("FAILED");
    assertThat(history(id, start))
        .containsExactly("0 FAILED T+0", "1 FAILED T+30", "2 FAILED T+90", "3 FAILED T+210");
  }

  @Test
  void every_attempt_is_idempotent() throws IOException {
    Behaviour onceDown = Behaviour.script(Behaviour.status(503, ""), Behaviour.status(200, "ok"));
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(onceDown)) {
      String call =
          "{\"type\": \"http\", \"payload\": {\"url\": \"%s\"}, \"idempotencyKey\": \"order-17\"}"
              .formatted(endpoint.url("/charge"));
      Answer first = server.post("/api/v1/jobs", call).is(201);
      Answer second = server.post("/api/v1/jobs", call).is(200);
      assertThat(second.at("/id")).isEqualTo(first.at("/id"));
      run(ofMinutes(1));

      assertThat(state(first.at("/id"))).isEqualTo("SUCCEEDED");
      List<String> keys =
          endpoint.received().stream().map(r -> r.headers().get("idempotency-key")).toList();
      assertThat(keys).hasSize(2).doesNotContainNull();
      assertThat(keys.get(1)).isEqualTo(keys.get(0));
    }
  }

  // 2. Webhook retry

  @Test
  void a_webhook_is_retried_after_30_60_and_120_seconds_and_then_dead_lettered_with_an_alert()
      throws IOException {
    try (MisbehavingEndpoint receiver = MisbehavingEndpoint.start(Behaviour.status(500, ""))) {
      Answer webhook =
          server
              .post(
                  "/api/v1/webhooks",
                  "{\"url\": \"%s\", \"events\": [\"job.succeeded\"], \"tenant\": \"acme\"}"
                      .formatted(receiver.url("/done")))
              .is(201);
      enqueue("done", ", \"tenant\": \"acme\"");
      complete("done");

      server.runDue();
      for (int seconds : new int[] {30, 60, 120}) {
        int before = receiver.received().size();
        run(ofSeconds(seconds).minusMillis(1));
        assertThat(receiver.received()).hasSize(before);
        server.advance(Duration.ofMillis(1));
        assertThat(receiver.received()).hasSize(before + 1);
      }

      Answer deliveries =
          server.get("/api/v1/webhooks/" + webhook.at("/id") + "/deliveries?tenant=acme").is(200);
      assertThat(deliveries.at("/items/0/state")).isEqualTo("DEAD");
      assertThat(job(deliveries.at("/items/0/id")).at("/queue")).isEqualTo("webhooks.dead");
      assertThat(receiver.received().stream().map(r -> r.headers().get("webhook-id")).distinct())
          .as("the receiver can drop duplicates")
          .hasSize(1);
      assertThat(openAlerts()).isEmpty();
      run(ofMinutes(5));
      assertThat(openAlerts()).isEmpty();
      run(ofSeconds(30));
      assertThat(openAlerts()).containsExactly("webhooks.dead");
      server.delete("/api/v1/webhooks/" + webhook.at("/id") + "?tenant=acme").is(204);
    }
  }

  private List<String> openAlerts() {
    return server
        .get("/api/v1/alerts?rule=dead-letters&state=open&tenant=acme")
        .is(200)
        .json()
        .at("/items")
        .findValuesAsString("queue");
  }

  // 3. Notes

  @Test
  void backoff_values_are_configurable() {
    server
        .put(
            "/api/v1/queues/quick",
            """
            {"retryPolicy": {"backoff": {"strategy": "list", "delays": ["5s", "10s"]}}}
            """)
        .is(201);
    String id = enqueue("quick");

    failed("quick", "timeout");
    assertThat(wait(id)).isEqualTo(ofSeconds(5));
    server.put("/api/v1/queues/quick", "{\"retryPolicy\": \"webhook\"}").is(200);
    pass(ofSeconds(5));
    failed("quick", "timeout");

    assertThat(wait(id)).as("the changed policy").isEqualTo(ofSeconds(60));
  }

  @Test
  void every_retry_is_logged_with_tenant_job_attempt_and_next_run() {
    putQueue("logged");
    String id = enqueue("logged", ", \"tenant\": \"acme\"");

    failed("logged", "timeout");

    Instant next = server.clock().instant().plusSeconds(30);
    assertThat(logged(id))
        .containsExactly(
            "job %s failed, retry 1/3 in 30s (at %s): timeout: it broke".formatted(id, next));
    assertThat(fields(id))
        .contains("tenantId=acme", "jobId=" + id, "attempt=1", "nextRunAt=" + next);
  }

  @Test
  void operators_and_tenants_see_the_retry_rate_failed_jobs_and_the_size_of_the_dlq() {
    server
        .put(
            "/api/v1/queues/seen",
            "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"seen.dead\"}")
        .is(201);
    enqueue("seen", ", \"tenant\": \"bolt\"");
    failed("seen", "timeout");
    enqueue("seen", ", \"tenant\": \"bolt\"");
    failed("seen", "ValidationError");

    assertMetric(
        "taskforge_jobs_failed_total{kind=\"permanent\",queue=\"seen\",type=\"work\"} 1.0");
    assertMetric("taskforge_tenant_jobs_finished_total{state=\"dead\",tenant=\"bolt\"} 1.0");
    assertThat(server.get("/metrics").text())
        .contains("\ntaskforge_retry_rate ", "\ntaskforge_dead_letters ");
    Answer own = server.get("/api/v1/stats?tenant=bolt").is(200);
    assertThat(own.at("/jobs/DEAD")).isEqualTo("1");
    assertThat(own.at("/jobs/FAILED")).isEqualTo("1");
    assertThat(own.at("/totalRetries")).isEqualTo("0");
    assertThat(own.json().at("/retrySuccessRate").doubleValue()).isEqualTo(100.0);
  }
}
