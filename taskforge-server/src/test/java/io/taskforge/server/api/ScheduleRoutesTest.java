package io.taskforge.server.api;

import static io.taskforge.server.api.ScheduleApiContract.NIGHTLY;
import static io.taskforge.server.api.ScheduleApiContract.SCHEDULES;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleRoutesTest extends RoutesTest {
  @Test
  void an_id_is_generated_and_a_duplicate_id_is_a_conflict() {
    Answer made =
        server.post(SCHEDULES, "{\"cron\": \"@daily\", \"job\": {\"type\": \"x\"}}").is(201);
    assertThat(made.at("/zone")).isEqualTo("UTC");
    server.get(SCHEDULES + "/" + made.at("/id")).is(200);

    server.post(SCHEDULES, NIGHTLY).is(201);
    server.post(SCHEDULES, NIGHTLY).is(409);
    server.post(SCHEDULES, NIGHTLY.replace("{\"id\"", "{\"tenant\": \"acme\", \"id\"")).is(201);
  }

  @Test
  void all_faults_are_reported_at_once() {
    Answer refused =
        server
            .post(
                SCHEDULES,
                """
                {"id": "not an id", "cron": "61 25 * * *", "zone": "Mars/Olympus", "at": "soon",
                 "job": {"type": "http", "priority": 5000, "retryPolicy": "unknown",
                         "payload": {"url": "ftp://example.org", "method": "TRACE"}},
                 "misfire": "perhaps", "colour": "red"}
                """)
            .is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .contains(
            "id",
            "cron.minute",
            "cron.hour",
            "zone",
            "at",
            "job.priority",
            "job.retryPolicy",
            "job.payload.url",
            "job.payload.method",
            "misfire",
            "colour");
    assertThat(server.get(SCHEDULES).is(200).at("/items")).isEqualTo("[]");
  }

  @Test
  void contradictory_and_incomplete_schedules_are_rejected() {
    String job = "\"job\": {\"type\": \"x\"}";
    for (String timing :
        new String[] {
          "",
          "\"cron\": \"@daily\", \"at\": \"2031-01-01T00:00:00Z\", ",
          "\"at\": \"2031-01-01T00:00:00Z\", \"zone\": \"UTC\", ",
          "\"at\": \"2031-01-01T00:00:00Z\", \"oneOff\": false, ",
          "\"at\": \"2500-01-01T00:00:00Z\", ",
          "\"cron\": \"0 0 30 2 *\", ",
          "\"cron\": 5, ",
          "\"cron\": \"@daily\", \"paused\": \"no\", "
        }) {
      server.post(SCHEDULES, "{" + timing + job + "}").is(400);
      server.put(SCHEDULES + "/mine", "{" + timing + job + "}").is(400);
    }
    server.post(SCHEDULES, "{\"cron\": \"@daily\"}").is(400);
    server.post(SCHEDULES, "{\"cron\": \"@daily\", \"job\": []}").is(400);
    server
        .post(
            SCHEDULES,
            "{\"cron\": \"@daily\", \"job\": {\"type\": \"x\", \"payload\": \"%s\"}}"
                .formatted("y".repeat(256 * 1024 - 10)))
        .is(400);
    assertThat(server.get(SCHEDULES).is(200).at("/items")).isEqualTo("[]");
  }

  @Test
  void a_missing_schedule_is_404() {
    for (String path : new String[] {"/unknown", "/not%20an%20id", "/" + "x".repeat(200)}) {
      server.get(SCHEDULES + path).is(404);
      server.delete(SCHEDULES + path).is(404);
      server.post(SCHEDULES + path + "/trigger").is(404);
      server.post(SCHEDULES + path + "/pause").is(404);
      server.post(SCHEDULES + path + "/resume").is(404);
    }
    server.get(SCHEDULES + "?cursor=nonsense").is(400);
    server.get(SCHEDULES + "?cursor=a/b/c").is(400);
    server.get(SCHEDULES + "/x?tenant=a%20b").is(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "calls     | /schedule/id | {'api': 'http://127.0.0.1:9/x', 'schedule': '@daily'}",
        "schedules | /id          | {'cron': '@daily', 'job': {'type': 'http', 'payload':"
            + " {'url': 'http://127.0.0.1:9/x'}}}",
      })
  void http_jobs_of_a_schedule_have_the_lane_of_their_destination(
      String route, String at, String body) {
    String id = server.post("/api/v1/" + route, body.replace('\'', '"')).is(201).at(at);

    server.advance(Duration.ofDays(1));
    String onTime = server.get("/api/v1/schedules/" + id).is(200).at("/lastJobId");
    String byHand = server.post("/api/v1/schedules/" + id + "/trigger").is(201).at("/id");

    for (String job : List.of(byHand, onTime)) {
      assertThat(server.get("/api/v1/jobs/" + job).is(200).at("/key")).isEqualTo("127.0.0.1:9");
    }
  }
}
