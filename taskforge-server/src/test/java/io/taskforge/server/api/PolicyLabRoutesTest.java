package io.taskforge.server.api;

import static io.taskforge.server.api.QueueApiContract.MAIL;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyLabRoutesTest extends RoutesTest {
  private static final String SIMULATE = "/api/v1/policies/simulate";
  private static final String REPLAY = "/api/v1/policies/replay";
  private static final String HERD = "/api/v1/policies/herd";

  @Test
  void policies_are_simulated_side_by_side() {
    Answer answer =
        server
            .post(
                SIMULATE,
                """
                {"policies": ["patient", {"backoff": {"strategy": "fixed", "delay": "5s"}}],
                 "arrivals": 5, "capacity": 10, "outage": "1m", "burn": 1, "seed": 3}
                """)
            .is(200);

    assertThat(answer.json().at("/ideal").doubleValue()).isEqualTo(60);
    assertThat(answer.json().at("/policies").findValuesAsString("name"))
        .containsExactly("patient", "policy 2");
    assertThat(answer.json().at("/policies/0/drainRatio").doubleValue()).isPositive();
    assertThat(answer.json().at("/policies/0/dead").longValue()).isZero();
    assertThat(answer.json().at("/policies/0/load/from").intValue()).isEqualTo(-30);
    assertThat(answer.json().at("/policies/0/load/calls").size()).isBetween(100, 300);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'policies': ['patient'], 'arrivals': 10, 'capacity': 10, 'outage': '1m'} | arrivals",
        "{'policies': [], 'arrivals': 5, 'capacity': 10, 'outage': '1m'} | policies",
        "{'policies': ['none'], 'arrivals': 5, 'capacity': 10, 'outage': '1m'} | policies[0]",
        "{'policies': ['patient'], 'arrivals': 5, 'capacity': 10, 'outage': '2d'} | outage",
        "{'policies': ['patient'], 'arrivals': 900, 'capacity': 1000, 'outage': '1d'} | outage",
        "{'policies': ['patient'], 'arrivals': 5, 'capacity': 10, 'outage': '1m', 'burn': 2} | burn"
      })
  void an_invalid_simulation_is_rejected(String body, String key) {
    Answer answer = server.post(SIMULATE, body.replace('\'', '"')).is(400);

    assertThat(answer.json().at("/faults").findValuesAsString("key")).contains(key);
  }

  @Test
  void a_herd_is_spread_by_jitter() {
    Answer answer = server.post(HERD, "{\"policy\": \"patient\", \"jobs\": 1000}").is(200);

    assertThat(answer.json().at("/withoutJitter/60").intValue()).isEqualTo(1_000);
    assertThat(answer.json().at("/withJitter/60").intValue()).isBetween(10, 200);
  }

  /** One job succeeds after two failures, another is given up after four. */
  private void history() {
    server
        .put(
            MAIL,
            """
            {"deadLetterQueue": "dead", "retryPolicy": {"maxRetries": 3,
             "backoff": {"strategy": "fixed", "delay": "10s"}}}
            """)
        .is(201);
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(10));
    fail("mail", "timeout", "too slow");
    server.clock().advance(Duration.ofSeconds(10));
    complete("mail");
    enqueue("mail");
    for (int i = 0; i < 4; i++) {
      fail("mail", "connection_error", "no route");
      server.clock().advance(Duration.ofSeconds(10));
    }
  }

  private static String replay(int maxRetries, String delay) {
    return """
        {"queue": "mail", "policy": {"maxRetries": %d,
         "backoff": {"strategy": "fixed", "delay": "%s"}}}
        """
        .formatted(maxRetries, delay);
  }

  @Test
  void recorded_attempts_are_replayed_against_another_policy() {
    history();

    Answer one = server.post(REPLAY, replay(1, "10s")).is(200);
    Answer four = server.post(REPLAY, replay(4, "20s")).is(200);

    assertThat(one.at("/recorded")).isEqualTo("{\"jobs\":2,\"attempts\":7,\"successes\":1}");
    assertThat(one.json().at("/whatIf/lost").intValue()).isEqualTo(1);
    assertThat(one.json().at("/whatIf/lostShare").doubleValue()).isEqualTo(1);
    assertThat(one.json().at("/whatIf/attemptsSaved").intValue()).isEqualTo(3);
    assertThat(four.json().at("/whatIf/lost").intValue()).isZero();
    assertThat(four.json().at("/whatIf/unknown").intValue()).isEqualTo(1);
    assertThat(four.json().at("/whatIf/meanLaterSeconds").doubleValue()).isEqualTo(20);
    assertThat(four.at("/notKnown/0")).startsWith("1 jobs would have had attempts");
  }

  @Test
  void a_policy_is_recommended_from_the_recorded_retries() {
    history();

    Answer answer = server.post(REPLAY, "{\"queue\": \"mail\"}").is(200);

    assertThat(answer.json().at("/whatIf/lost").intValue()).isZero();
    assertThat(answer.json().at("/recommendation/policy/maxRetries").intValue()).isEqualTo(2);
    assertThat(answer.at("/retries/0"))
        .isEqualTo(
            "{\"errorType\":\"connection_error\",\"retry\":1,\"retried\":1,\"succeeded\":0,"
                + "\"share\":0.0}");
    assertThat(answer.json().at("/retries").size()).isEqualTo(5);
  }

  @Test
  void an_empty_history_has_no_recommendation() {
    Answer answer = server.post(REPLAY, "{\"queue\": \"idle\"}").is(200);

    assertThat(answer.json().at("/recorded/jobs").intValue()).isZero();
    assertThat(answer.json().at("/recommendation").isNull()).isTrue();
    server
        .post(
            REPLAY,
            "{\"queue\": \"idle\", \"from\": \"2030-01-02T00:00:00Z\", \"to\":"
                + " \"2030-01-01T00:00:00Z\"}")
        .is(400);
  }
}
