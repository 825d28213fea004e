package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRoutesTest {
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

  @Test
  void a_job_is_enqueued_and_found_again() {
    Answer made =
        server
            .post(
                "/api/v1/jobs",
                """
                {"type": "send-mail", "queue": "mail", "payload": {"to": "ann"}, "priority": 5}
                """)
            .is(201);
    Answer found = server.get("/api/v1/jobs/" + made.at("/id")).is(200);

    assertThat(found.at("/state")).isEqualTo("QUEUED");
    assertThat(found.at("/payload/to")).isEqualTo("ann");
    assertThat(made.header("Location")).isEqualTo("/api/v1/jobs/" + made.at("/id"));
  }

  @Test
  void all_faults_of_a_request_are_reported_at_once() {
    Answer refused =
        server
            .post(
                "/api/v1/jobs",
                """
                {"queue": "Not A Queue", "priority": 5000, "delay": "soon", "colour": "red",
                 "retryPolicy": {"backoff": {"strategy": "magic"}}}
                """)
            .is(400);

    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .contains("type", "queue", "priority", "delay", "colour", "retryPolicy.backoff.strategy");
  }

  @Test
  void faults_across_fields_are_reported_with_faults_of_fields() {
    Answer refused =
        server
            .post(
                "/api/v1/jobs",
                """
                {"type": "http", "payload": {"url": "http://10.0.0.1/", "verb": "GET"},
                 "retryPolicy": "unknown", "colour": "red",
                 "delay": "1s", "runAt": "2030-01-01T00:00:00Z"}
                """)
            .is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .containsExactlyInAnyOrder("colour", "delay", "payload.url", "payload.verb", "retryPolicy");
  }

  @Test
  void openapi_is_served() {
    assertThat(server.get("/openapi.json").is(200).at("/openapi")).isEqualTo("3.1.0");
  }

  @Test
  void a_job_cancelled_before_its_first_run_has_no_attempt() {
    String id =
        server
            .post("/api/v1/jobs", "{\"type\": \"work\", \"queue\": \"mail\", \"delay\": \"1h\"}")
            .is(201)
            .at("/id");
    server.post("/api/v1/jobs/" + id + "/cancel", "{\"reason\": \"not needed\"}").is(200);

    Answer history = server.get("/api/v1/jobs/" + id + "/history").is(200);
    assertThat(history.json().at("/items")).hasSize(1);
    assertThat(history.at("/items/0/status")).isEqualTo("CANCELLED");
    assertThat(history.at("/items/0/attempt")).isEqualTo("null");
    assertThat(history.at("/items/0/totalAttempts")).isEqualTo("0");
    assertThat(history.at("/items/0/explanation")).isEqualTo("not needed");
    Answer job = server.get("/api/v1/jobs/" + id).is(200);
    assertThat(job.at("/attempt")).isEqualTo("0");
    assertThat(job.at("/totalAttempts")).isEqualTo("0");
    assertThat(job.at("/maxAttempts")).isEqualTo("null");
    assertThat(history.at("/items/0/retryCount")).isEqualTo("0");
    assertThat(history.at("/items/0/startedAt")).isEqualTo("null");
    assertThat(history.at("/items/0/worker")).isEqualTo("null");
    assertThat(server.get("/api/v1/jobs/" + id + "/history", "Accept", "text/plain").text())
        .contains("By request", "ENDED", "never started", "By request: not needed");

    Answer retries = server.get("/api/v1/jobs/" + id + "/retries").is(200);
    assertThat(retries.at("/total")).isEqualTo("0");
    assertThat(retries.at("/cancelled")).isEqualTo("0");
    assertThat(server.get("/api/v1/stats").at("/totalRetries")).isEqualTo("0");
    String period = "?from=2029-12-31T00:00:00Z&to=2030-01-02T00:00:00Z";
    assertThat(server.get("/api/v1/queues/mail/retry-metrics" + period).at("/totalRetries"))
        .isEqualTo("0");
    assertThat(server.get("/api/v1/queues/mail/retry-patterns" + period).at("/countsByAttempt"))
        .isEqualTo("{}");

    server.post("/api/v1/jobs/" + id + "/retry").is(200);
    server.post("/api/v1/jobs/" + id + "/cancel").is(200);
    Answer both = server.get("/api/v1/jobs/" + id + "/history").is(200);
    assertThat(both.json().at("/items")).as("two ends, and no attempt").hasSize(2);
    Answer latest = server.get("/api/v1/jobs/" + id + "/history?limit=1").is(200);
    Answer before = server.get("/api/v1/jobs/" + id + "/history?cursor=" + latest.at("/next"));
    assertThat(before.json().at("/items")).as("pages have entries, attempts or not").hasSize(1);
    assertThat(before.at("/items/0/explanation")).isEqualTo("not needed");
  }

  @Test
  void a_waiting_job_says_why_it_is_not_running() {
    String id =
        server
            .post("/api/v1/jobs", "{\"type\": \"unknown\", \"queue\": \"mail\"}")
            .is(201)
            .at("/id");
    server.post("/api/v1/queues/mail/pause", "{}").is(200);

    Answer why = server.get("/api/v1/jobs/" + id + "/why").is(200);

    assertThat(why.json().at("/reasons").findValuesAsString("code"))
        .containsExactly("queue_paused", "no_worker");
    assertThat(why.at("/reasons/1/text"))
        .isEqualTo("no live worker serves queue mail and runs type unknown");
    server.get("/api/v1/jobs/00000000-0000-7000-8000-000000000001/why").is(404);
  }

  @Test
  void a_jobs_lane_key_is_its_own_or_the_destination_of_its_call() {
    Answer keyed =
        server.post("/api/v1/jobs", "{\"type\": \"send-mail\", \"key\": \"customer-42\"}").is(201);
    Answer call =
        server
            .post(
                "/api/v1/jobs",
                """
                {"type": "http", "delay": "1h", "payload": {"url": "http://127.0.0.1:9/x"}}
                """)
            .is(201);

    assertThat(keyed.at("/key")).isEqualTo("customer-42");
    assertThat(call.at("/key")).isEqualTo("127.0.0.1:9");
  }
}
