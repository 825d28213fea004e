package io.taskforge.server.flow;

import static io.taskforge.server.endpoint.Behaviour.script;
import static io.taskforge.server.endpoint.Behaviour.status;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/**
 * The flows of a scheduler that calls an {@code api} by a cron {@code schedule}: its three
 * examples, its log and history, and its error handling.
 */
class CronCallFlowTest extends FlowTest {
  private void seconds(int count) {
    for (int second = 0; second < count; second++) {
      server.advance(ofSeconds(1));
    }
  }

  /** Moves the time to a multiple of a minute, at which every schedule below is due. */
  private Instant nextMinute() {
    Instant now = server.clock().instant();
    Instant next = now.truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
    server.advance(Duration.between(now, next));
    return next;
  }

  private String created(String job) {
    return server.post("/api/v1/calls", job).is(201).at("/schedule/id");
  }

  private void delete(String id) {
    server.delete("/api/v1/schedules/" + id).is(204);
  }

  // Examples

  @Test
  void example_1_at_least_once_with_retries() throws IOException {
    try (MisbehavingEndpoint api = MisbehavingEndpoint.start(status(503, "unreliable"))) {
      nextMinute();
      String id =
          created(
              """
              {
                "schedule": "*/10 * * * * *",
                "api": "%s",
                "type": "AT_LEAST_ONCE",
                "isRecurring": true,
                "maxRetryCount": 3
              }
              """
                  .formatted(api.url("/webhook")));
      Instant start = server.clock().instant().plusSeconds(10);

      seconds(19);

      assertThat(history(id, start))
          .containsExactly("3 FAILED T+7", "2 FAILED T+3", "1 FAILED T+1", "0 FAILED T+0");
      Answer job = job(id);
      assertThat(job.at("/nextRunAt")).isEqualTo(start.plusSeconds(10).toString());
      assertThat(logged(job.at("/lastRun/id")))
          .anyMatch(line -> line.contains("failed, retry 1/3 in 1s (at " + start.plusSeconds(1)))
          .anyMatch(line -> line.contains("failed, retry 2/3 in 2s (at " + start.plusSeconds(3)))
          .anyMatch(
              line ->
                  line.endsWith(
                      "failed after 3 retries, rescheduled for next occurrence: "
                          + start.plusSeconds(10)));
      delete(id);
    }
  }

  @Test
  void example_2_at_most_once_has_no_retries() throws IOException {
    try (MisbehavingEndpoint api = MisbehavingEndpoint.start(status(500, "critical"))) {
      String id =
          created(
              """
              {
                "schedule": "0 0 12 * * *",
                "api": "%s",
                "type": "AT_MOST_ONCE",
                "isRecurring": false,
                "maxRetryCount": 5
              }
              """
                  .formatted(api.url("/notification")));
      Instant noon = Instant.parse(job(id).at("/nextRunAt"));

      server.advance(Duration.between(server.clock().instant(), noon));
      seconds(10);

      server.get("/api/v1/schedules/" + id).is(404);
      assertThat(history(id, noon)).containsExactly("0 FAILED T+0");
      assertThat(job(id).at("/state")).isEqualTo("FINISHED");
      assertThat(api.received()).hasSize(1);
    }
  }

  @Test
  void example_3_a_successful_retry() throws IOException {
    Behaviour sometimesDown = script(status(503, ""), status(503, ""), status(200, "up"));
    try (MisbehavingEndpoint api = MisbehavingEndpoint.start(sometimesDown)) {
      nextMinute();
      String id =
          created(
              """
              {
                "schedule": "*/5 * * * * *",
                "api": "%s",
                "type": "AT_LEAST_ONCE",
                "isRecurring": true,
                "maxRetryCount": 2
              }
              """
                  .formatted(api.url("/api")));
      Instant start = server.clock().instant().plusSeconds(5);

      seconds(9);

      assertThat(history(id, start))
          .containsExactly("2 SUCCEEDED T+3", "1 FAILED T+1", "0 FAILED T+0");
      seconds(1);
      assertThat(history(id, start)).startsWith("0 SUCCEEDED T+5");
      delete(id);
    }
  }

  // Monitoring

  @Test
  void the_history_of_a_job_spans_its_occurrences() throws IOException {
    try (MisbehavingEndpoint api = MisbehavingEndpoint.start(status(200, "fine"))) {
      nextMinute();
      String id =
          created(
              "{\"schedule\": \"*/10 * * * * *\", \"api\": \"%s\"}".formatted(api.url("/fine")));
      seconds(30);

      assertThat(server.get("/api/v1/jobs/" + id + "/history?limit=2").is(200).json().at("/items"))
          .hasSize(2);
      assertThat(server.get("/api/v1/jobs?schedule=" + id).is(200).json().at("/items")).hasSize(3);
      delete(id);
    }
  }

  // Configuration

  @Test
  void defaults_are_three_retries_from_1_second_to_5_minutes_and_a_timeout_of_30_seconds() {
    Answer made = server.post("/api/v1/calls", "{\"api\": \"http://127.0.0.1:1/refused\"}").is(201);
    String id = made.at("/job/id");
    assertThat(made.at("/job/retryPolicy")).isEqualTo("scheduler");
    Answer policy =
        server
            .post(
                "/api/v1/policies/preview",
                "{\"policy\": \"scheduler\", \"retries\": [1, 2, 9, 10, 11]}")
            .is(200);
    assertThat(policy.at("/policy/maxRetries")).isEqualTo("3");
    assertThat(policy.json().at("/retries").findValuesAsString("baseMs"))
        .containsExactly("1000.0", "2000.0", "256000.0", "300000.0", "300000.0");
    server.runDue();

    assertThat(job(id).at("/lastError/type")).isEqualTo("connection_refused");
    assertThat(state(id)).isEqualTo("RETRYING");
    server.post("/api/v1/jobs/" + id + "/cancel").is(200);
  }

  // Error handling

  @Test
  void a_5xx_is_retried_and_a_4xx_is_not() throws IOException {
    Behaviour byPath = Behaviour.at("/gone", status(404, ""), status(502, ""));
    try (MisbehavingEndpoint api = MisbehavingEndpoint.start(byPath)) {
      String gone = called(api.url("/gone"));
      String down = called(api.url("/down"));

      assertThat(state(gone)).isEqualTo("FAILED");
      assertThat(state(down)).isEqualTo("RETRYING");
      server.post("/api/v1/jobs/" + down + "/cancel").is(200);
    }
  }

  private String called(String api) {
    String id =
        server.post("/api/v1/calls", "{\"api\": \"%s\"}".formatted(api)).is(201).at("/job/id");
    server.runDue();
    return id;
  }

  @Test
  void manual_intervention_is_possible() throws IOException {
    try (MisbehavingEndpoint api =
        MisbehavingEndpoint.start(script(status(503, ""), status(200, "up")))) {
      String id = called(api.url("/retry"));

      server.post("/api/v1/jobs/" + id + "/retry").is(200);
      server.runDue();

      assertThat(state(id)).isEqualTo("SUCCEEDED");
    }
  }
}
