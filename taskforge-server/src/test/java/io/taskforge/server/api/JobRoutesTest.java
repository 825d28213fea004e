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
  void all_faults_of_a_request_are_named_at_once() {
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
  void what_is_wrong_between_fields_is_named_with_what_is_wrong_in_them() {
    Answer refused =
        server
            .post(
                "/api/v1/jobs",
                """
                {"type": "http", "payload": {"url": "http://10.0.0.1/", "verb": "GET"},
                 "retryPolicy": "nobody-made-it", "colour": "red",
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
}
