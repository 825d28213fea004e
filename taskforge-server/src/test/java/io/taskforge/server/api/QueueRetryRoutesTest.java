package io.taskforge.server.api;

import static io.taskforge.server.api.QueueApiContract.MAIL;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueRetryRoutesTest extends RoutesTest {
  @BeforeEach
  void queue() {
    server.put(MAIL, "{}").is(201);
  }

  @Test
  void a_queue_without_retries_has_zeros() {
    server.put("/api/v1/queues/idle", "{}").is(201);

    Answer metrics = server.get("/api/v1/queues/idle/retry-metrics").is(200);

    assertThat(metrics.at("/totalRetries")).isEqualTo("0");
    assertThat(metrics.json().at("/retryRate").doubleValue()).isEqualTo(100.0);
    assertThat(metrics.at("/queue")).isEqualTo("idle");
    assertThat(metrics.json().at("/avgRetryDelay").doubleValue()).isZero();
    assertThat(server.get("/api/v1/queues/idle/retry-patterns").at("/countsByAttempt"))
        .isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z",
        "from=2031-01-01T00:00:00Z",
        "from=1970-01-01T00:00:00Z&to=9999-01-01T00:00:00Z",
        "from=yesterday",
        "to=",
        "from=2030-01-01T00:00:00Z&from=2030-01-01T00:00:00Z",
        "since=2030-01-01T00:00:00Z"
      })
  void an_invalid_period_is_rejected(String query) {
    server.get(MAIL + "/retry-metrics?" + query).is(400);
    server.get(MAIL + "/retry-patterns?" + query).is(400);
  }
}
