package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(stats.json().at("/retrySuccessRate").doubleValue()).isEqualTo(100.0);
    assertThat(stats.at("/tenant")).isEqualTo("null");
    server.get("/api/v1/stats?x=1").is(400);
  }
}
