package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueRetryRoutesTest extends RoutesTest {
  private static final String MAIL = "/api/v1/queues/mail";

  /** One job fails twice and succeeds; another fails once, and its retry is cancelled. */
  @BeforeEach
  void someRetries() {
    server
        .put(
            MAIL,
            """
            {"retryPolicy": {"maxRetries": 3, "backoff": {"strategy": "list",
             "delays": ["10s", "20s"]}}}
            """)
        .is(201);
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(10));
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(20));
    complete("mail");
    String other = enqueue("mail");
    fail("mail", "timeout", "too slow");
    server.post("/api/v1/jobs/" + other + "/cancel-retries").is(200);
    server.clock().advance(Duration.ofSeconds(1));
  }

  @Test
  void metrics_count_the_last_day_unless_asked_otherwise() {
    Answer metrics = server.get(MAIL + "/retry-metrics").is(200);

    assertThat(metrics.at("/totalRetries")).isEqualTo("2");
    assertThat(metrics.at("/successfulRetries")).isEqualTo("1");
    assertThat(metrics.at("/failedRetries")).isEqualTo("1");
    assertThat(metrics.json().at("/retryRate").doubleValue()).isEqualTo(50.0);
    assertThat(metrics.json().at("/avgRetryDelay").doubleValue())
        .isCloseTo(40 / 3.0, offset(0.001));
    assertThat(metrics.at("/periodStart")).isEqualTo("2029-12-31T00:00:31Z");
    assertThat(metrics.at("/periodEnd")).isEqualTo("2030-01-01T00:00:31Z");
  }

  @Test
  void a_period_begins_with_its_first_instant_and_ends_before_its_last() {
    Answer metrics =
        server
            .get(
                MAIL
                    + "/retry-metrics?from=2030-01-01T00:00:10Z"
                    + "&to=2030-01-01T01:00:30%2B01:00")
            .is(200);

    assertThat(metrics.at("/totalRetries")).isEqualTo("1");
    assertThat(metrics.at("/periodEnd")).isEqualTo("2030-01-01T00:00:30Z");
  }

  @Test
  void patterns_count_by_attempt() {
    Answer patterns = server.get(MAIL + "/retry-patterns").is(200);

    assertThat(patterns.at("/countsByAttempt")).isEqualTo("{\"2\":1,\"3\":1}");
    assertThat(patterns.at("/outcomesByAttempt/2"))
        .isEqualTo("{\"succeeded\":0,\"failed\":1,\"cancelled\":1}");
    assertThat(patterns.at("/outcomesByAttempt/3"))
        .isEqualTo("{\"succeeded\":1,\"failed\":0,\"cancelled\":0}");
    assertThat(patterns.at("/periodEnd")).isEqualTo("2030-01-01T00:00:31Z");
  }

  @Test
  void a_queue_without_retries_has_zeros() {
    server.put("/api/v1/queues/idle", "{}").is(201);

    Answer metrics = server.get("/api/v1/queues/idle/retry-metrics").is(200);

    assertThat(metrics.at("/totalRetries")).isEqualTo("0");
    assertThat(metrics.json().at("/retryRate").doubleValue()).isZero();
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
  void a_period_that_makes_no_sense_is_refused(String query) {
    server.get(MAIL + "/retry-metrics?" + query).is(400);
    server.get(MAIL + "/retry-patterns?" + query).is(400);
  }
}
