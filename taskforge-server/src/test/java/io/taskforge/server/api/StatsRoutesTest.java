package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StatsRoutesTest extends RoutesTest {
  @Test
  void an_empty_server_has_zeros() {
    Answer stats = server.get("/api/v1/stats").is(200);

    assertThat(stats.json().at("/jobs").propertyNames())
        .containsExactlyInAnyOrder(
            "QUEUED", "RUNNING", "RETRYING", "SUCCEEDED", "FAILED", "DEAD", "CANCELLED");
    assertThat(stats.at("/jobs/QUEUED")).isEqualTo("0");
    assertThat(stats.at("/queues")).isEqualTo("{}");
    assertThat(stats.json().at("/retrySuccessRate").doubleValue()).isZero();
    server.get("/api/v1/stats?x=1").is(400);
  }

  @Test
  void totals_are_shown() {
    server.put("/api/v1/queues/mail", "{\"retryPolicy\": \"scheduler\"}").is(201);
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(1));
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(2));
    complete("mail");
    enqueue("mail");
    server.runDue();

    Answer stats = server.get("/api/v1/stats").is(200);

    assertThat(stats.at("/jobs/SUCCEEDED")).isEqualTo("1");
    assertThat(stats.at("/jobs/QUEUED")).isEqualTo("1");
    assertThat(stats.at("/queues/mail/waiting")).isEqualTo("1");
    assertThat(stats.at("/queues/mail/oldestDueAt")).isEqualTo("2030-01-01T00:00:03Z");
    assertThat(stats.at("/totalRetries")).isEqualTo("2");
    assertThat(stats.at("/successfulRetries")).isEqualTo("1");
    assertThat(stats.at("/failedRetries")).isEqualTo("1");
    assertThat(stats.json().at("/retrySuccessRate").doubleValue()).isEqualTo(50.0);
    assertThat(stats.json().at("/workers").intValue()).isPositive();
  }
}
