package io.taskforge.server.api;

import static io.taskforge.server.endpoint.Behaviour.status;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** POST /api/v1/calls with a failing endpoint, over real HTTP, with a manual clock. */
class ScheduledCallsTest {
  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void seconds(int count) {
    for (int second = 0; second < count; second++) {
      server.advance(ofSeconds(1));
    }
  }

  /** The attempts of a job or schedule: {@code retry status seconds-since-the-occurrence}. */
  private List<String> timeline(String id, Instant occurrence) {
    return timeline(server.get("/api/v1/jobs/" + id + "/history?limit=10").is(200), occurrence);
  }

  private static List<String> timeline(Answer history, Instant occurrence) {
    List<String> lines = new ArrayList<>();
    for (JsonNode attempt : history.json().at("/items")) {
      Instant at = Instant.parse(attempt.at("/startedAt").stringValue());
      lines.add(
          "%d %s T+%d"
              .formatted(
                  attempt.at("/retryCount").intValue(),
                  attempt.at("/status").stringValue(),
                  Duration.between(occurrence, at).toSeconds()));
    }
    return lines;
  }

  private String lastJob(String schedule) {
    return server.get("/api/v1/schedules/" + schedule).is(200).at("/lastJobId");
  }

  @Test
  void at_least_once_fails_four_times_and_is_rescheduled() throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(status(503, "down"))) {
      Answer made =
          server
              .post(
                  "/api/v1/calls",
                  """
                  {"schedule": "*/10 * * * * *", "api": "%s", "type": "AT_LEAST_ONCE",
                   "isRecurring": true, "maxRetryCount": 3}
                  """
                      .formatted(endpoint.url("/webhook")))
              .is(201);
      String schedule = made.at("/schedule/id");
      assertThat(made.header("Location")).isEqualTo("/api/v1/schedules/" + schedule);
      assertThat(made.at("/schedule/nextRunAt")).isEqualTo("2030-01-01T00:00:10Z");

      seconds(10);
      String first = lastJob(schedule);
      seconds(9);

      Instant occurrence = Instant.parse("2030-01-01T00:00:10Z");
      assertThat(timeline(schedule, occurrence))
          .containsExactly("3 FAILED T+7", "2 FAILED T+3", "1 FAILED T+1", "0 FAILED T+0");
      assertThat(timeline(first, occurrence))
          .containsExactly("0 FAILED T+0", "1 FAILED T+1", "2 FAILED T+3", "3 FAILED T+7");
      assertThat(server.get("/api/v1/jobs/" + first).at("/state")).isEqualTo("FAILED");
      Answer shown = server.get("/api/v1/jobs/" + schedule).is(200);
      assertThat(shown.at("/id")).isEqualTo(schedule);
      assertThat(shown.at("/state")).isEqualTo("ACTIVE");
      assertThat(shown.at("/nextRunAt")).isEqualTo("2030-01-01T00:00:20Z");
      assertThat(shown.at("/lastRun/id")).isEqualTo(first);
      assertThat(shown.at("/lastRun/schedule")).isEqualTo(schedule);
      assertThat(shown.at("/schedule/cron")).isEqualTo("*/10 * * * * *");
      assertThat(server.get("/api/v1/schedules/" + schedule).at("/nextRunAt"))
          .isEqualTo("2030-01-01T00:00:20Z");
      assertThat(endpoint.received()).hasSize(4);

      seconds(1);
      assertThat(lastJob(schedule)).isNotEqualTo(first);
      assertThat(endpoint.received()).hasSize(5);
      assertThat(timeline(schedule, occurrence))
          .containsExactly(
              "0 FAILED T+10", "3 FAILED T+7", "2 FAILED T+3", "1 FAILED T+1", "0 FAILED T+0");
      assertThat(server.get("/api/v1/schedules/" + schedule).at("/lastSkip")).isEqualTo("null");
    }
  }

  @Test
  void a_call_sent_to_the_jobs_route_is_rejected_with_the_right_path() {
    Answer refused =
        server
            .post("/api/v1/jobs", "{\"api\": \"http://127.0.0.1:9/\", \"type\": \"AT_LEAST_ONCE\"}")
            .is(400);

    assertThat(refused.text()).contains("POST /api/v1/calls");
  }

  @Test
  void an_at_most_once_call_fails_once_its_schedule_is_deleted_and_its_job_is_kept()
      throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(status(500, "broken"))) {
      Answer made =
          server
              .post(
                  "/api/v1/calls",
                  """
                  {"schedule": "0 0 12 * * *", "api": "%s", "type": "AT_MOST_ONCE",
                   "isRecurring": false, "maxRetryCount": 5}
                  """
                      .formatted(endpoint.url("/notification")))
              .is(201);
      assertThat(made.at("/schedule/nextRuns")).isEqualTo("[\"2030-01-01T12:00:00Z\"]");

      server.advance(Duration.ofHours(12));
      seconds(600);

      String schedule = made.at("/schedule/id");
      server.get("/api/v1/schedules/" + schedule).is(404);
      assertThat(timeline(schedule, Instant.parse("2030-01-01T12:00:00Z")))
          .containsExactly("0 FAILED T+0");
      Answer shown = server.get("/api/v1/jobs/" + schedule).is(200);
      assertThat(shown.at("/state")).isEqualTo("FINISHED");
      assertThat(shown.at("/nextRunAt")).isEqualTo("null");
      assertThat(shown.at("/lastRun/state")).isEqualTo("FAILED");
      Answer jobs = server.get("/api/v1/jobs?schedule=" + schedule).is(200);
      assertThat(jobs.json().at("/items")).hasSize(1);
      assertThat(jobs.at("/items/0/state")).isEqualTo("FAILED");
      assertThat(jobs.at("/items/0/guarantee")).isEqualTo("AT_MOST_ONCE");
      assertThat(timeline(jobs.at("/items/0/id"), Instant.parse("2030-01-01T12:00:00Z")))
          .containsExactly("0 FAILED T+0");
      assertThat(endpoint.received()).hasSize(1);
    }
  }

  @Test
  void a_successful_retry_ends_the_occurrence() throws Exception {
    Behaviour twiceDown =
        Behaviour.script(status(503, "down"), status(503, "down"), status(200, "up"));
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(twiceDown)) {
      Answer made =
          server
              .post(
                  "/api/v1/calls",
                  """
                  {"schedule": "*/5 * * * * *", "api": "%s", "type": "AT_LEAST_ONCE",
                   "isRecurring": true, "maxRetryCount": 2}
                  """
                      .formatted(endpoint.url("/api")))
              .is(201);

      seconds(5);
      String first = lastJob(made.at("/schedule/id"));
      seconds(4);

      assertThat(timeline(first, Instant.parse("2030-01-01T00:00:05Z")))
          .containsExactly("0 FAILED T+0", "1 FAILED T+1", "2 SUCCEEDED T+3");
      assertThat(server.get("/api/v1/schedules/" + made.at("/schedule/id")).at("/nextRunAt"))
          .isEqualTo("2030-01-01T00:00:10Z");
      seconds(1);
      assertThat(timeline(lastJob(made.at("/schedule/id")), Instant.parse("2030-01-01T00:00:10Z")))
          .containsExactly("0 SUCCEEDED T+0");
    }
  }

  @Test
  void the_runs_of_a_schedule_are_paged_across_its_jobs() throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(status(503, "down"))) {
      String schedule =
          server
              .post(
                  "/api/v1/calls",
                  "{\"schedule\": \"*/10 * * * * *\", \"api\": \"%s\", \"maxRetryCount\": 1}"
                      .formatted(endpoint.url("/")))
              .is(201)
              .at("/schedule/id");
      seconds(45);
      Instant start = Instant.parse("2030-01-01T00:00:00Z");
      List<String> all = new ArrayList<>();
      String cursor = "";
      do {
        Answer page =
            server.get("/api/v1/schedules/" + schedule + "/runs?limit=3" + cursor).is(200);
        assertThat(page.json().at("/items")).hasSizeBetween(1, 3);
        all.addAll(timeline(page, start));
        cursor = page.at("/next").equals("null") ? "" : "&cursor=" + page.at("/next");
      } while (!cursor.isEmpty());

      assertThat(all)
          .containsExactly(
              "1 FAILED T+41",
              "0 FAILED T+40",
              "1 FAILED T+31",
              "0 FAILED T+30",
              "1 FAILED T+21",
              "0 FAILED T+20",
              "1 FAILED T+11",
              "0 FAILED T+10");
      assertThat(
              server
                  .get("/api/v1/jobs/" + schedule + "/history", "Accept", "text/plain")
                  .is(200)
                  .text())
          .contains("│ Initial    │ FAILED", "│ Retry #1   │ FAILED")
          .containsOnlyOnce(lastJob(schedule));
    }
  }

  @Test
  void an_id_of_neither_a_job_nor_a_schedule_is_not_found() {
    String id = "/00000000-0000-7000-8000-000000000000";

    assertThat(server.get("/api/v1/jobs" + id).is(404).at("/detail"))
        .isEqualTo(server.get("/api/v1/jobs" + id + "/history").is(404).at("/detail"));
    server.get("/api/v1/schedules" + id + "/runs").is(404);
    server.get("/api/v1/jobs" + id + "/history?cursor=7").is(400);
  }

  @Test
  void a_schedule_that_has_not_run_yet_has_an_empty_history() {
    String call = "{\"schedule\": \"@daily\", \"api\": \"http://127.0.0.1:9/x\"}";
    String id = server.post("/api/v1/calls", call).is(201).at("/schedule/id");

    assertThat(server.get("/api/v1/jobs/" + id + "/history").is(200).at("/items")).isEqualTo("[]");
    assertThat(server.get("/api/v1/jobs/" + id).is(200).json().has("lastRun")).isFalse();
  }

  @Test
  void a_call_without_a_schedule_runs_immediately() throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(status(200, "fine"))) {
      String call =
          """
          {"api": "%s", "method": "PUT", "headers": {"X-Colour": "red"}, "body": {"n": 1},
           "timeout": "5s"}
          """
              .formatted(endpoint.url("/now"));
      Answer job = server.post("/api/v1/calls", call, "Idempotency-Key", "k1").is(201);
      server.post("/api/v1/calls", call, "Idempotency-Key", "k1").is(200);
      server.runDue();

      assertThat(job.at("/job/type")).isEqualTo("http");
      assertThat(job.at("/job/retryPolicy")).isEqualTo("scheduler");
      assertThat(server.get("/api/v1/jobs/" + job.at("/job/id")).at("/state"))
          .isEqualTo("SUCCEEDED");
      assertThat(endpoint.received()).hasSize(1);
      assertThat(endpoint.received().get(0).requestLine()).startsWith("PUT /now");
      assertThat(endpoint.received().get(0).headers()).containsEntry("x-colour", "red");
      assertThat(endpoint.received().get(0).body()).isEqualTo("{\"n\":1}");
    }
  }

  @Test
  void a_client_error_is_retried_only_by_a_policy_that_lists_it() throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(status(404, "gone"))) {
      String url = endpoint.url("/x");
      String call = "{\"api\": \"%s\", \"maxRetryCount\": 3}".formatted(url);
      String job = server.post("/api/v1/calls", call).is(201).at("/job/id");
      String listed =
          """
          {"type": "http", "payload": {"url": "%s"}, "retryPolicy":
            {"backoff": {"strategy": "fixed", "delay": "1s"}, "retryOn": {"statusCodes": [404]}}}
          """
              .formatted(url);
      String other = server.post("/api/v1/jobs", listed).is(201).at("/id");
      server.runDue();

      assertThat(server.get("/api/v1/jobs/" + job).at("/state")).isEqualTo("FAILED");
      assertThat(server.get("/api/v1/jobs/" + other).at("/state")).isEqualTo("RETRYING");
    }
  }

  @Test
  void a_schedule_recurs_by_default() {
    String call = "{\"schedule\": \"@daily\", \"api\": \"http://127.0.0.1:9/x\"}";

    assertThat(server.post("/api/v1/calls", call).is(201).at("/schedule/oneOff"))
        .isEqualTo("false");
    server.post("/api/v1/calls", call, "Idempotency-Key", "k1").is(400);
  }

  @Test
  void all_faults_of_a_call_are_reported_at_once() {
    Answer refused =
        server
            .post(
                "/api/v1/calls",
                """
                {"api": "http://10.0.0.1/x", "schedule": "99 * * * * *", "type": "SOMETIMES",
                 "isRecurring": "yes", "maxRetryCount": -1, "method": "TRACE", "timeout": "1d",
                 "headers": {"Host": "x"}, "queue": "q"}
                """)
            .is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .contains(
            "api",
            "schedule.second",
            "type",
            "isRecurring",
            "maxRetryCount",
            "method",
            "timeout",
            "headers.Host",
            "queue");
    Answer noSchedule =
        server
            .post("/api/v1/calls", "{\"api\": \"http://127.0.0.1:9/\", \"isRecurring\": true}")
            .is(400);
    assertThat(noSchedule.at("/faults/0/key")).isEqualTo("isRecurring");
    server.post("/api/v1/calls", "{\"api\": null}").is(400);
    server.post("/api/v1/calls", "{\"api\": 5}").is(400);
    assertThat(server.get("/api/v1/schedules").at("/items")).isEqualTo("[]");
    assertThat(server.get("/api/v1/jobs").at("/items")).isEqualTo("[]");
  }
}
