package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueRoutesTest extends RoutesTest {
  private static final String MAIL = "/api/v1/queues/mail";

  @Test
  void a_queue_is_put_and_shown_as_it_was_put() {
    Answer made =
        server
            .put(
                MAIL,
                """
                {"retryPolicy": {"maxRetries": 7, "backoff": {"strategy": "fixed", "delay": "5s"}},
                 "deadLetterQueue": "mail.dead", "concurrency": 4,
                 "rate": {"starts": 10, "per": "1s"}}
                """)
            .is(201);
    Answer found = server.get(MAIL).is(200);

    assertThat(found.json()).isEqualTo(made.json());
    assertThat(found.header("ETag")).isEqualTo("\"1\"").isEqualTo(made.header("ETag"));
    assertThat(found.at("/name")).isEqualTo("mail");
    assertThat(found.at("/retryPolicy/maxRetries")).isEqualTo("7");
    assertThat(found.at("/retryPolicy/backoff/delay")).isEqualTo("5s");
    assertThat(found.at("/deadLetterQueue")).isEqualTo("mail.dead");
    assertThat(found.at("/concurrency")).isEqualTo("4");
    assertThat(found.at("/rate")).isEqualTo("{\"starts\":10,\"per\":\"1s\"}");
    assertThat(found.at("/paused")).isEqualTo("false");
    assertThat(found.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void a_second_put_replaces_everything_and_keeps_when_it_was_made() {
    server.put(MAIL, "{\"concurrency\": 4, \"deadLetterQueue\": \"dead\"}").is(201);
    server.clock().advance(Duration.ofMinutes(5));

    Answer changed = server.put(MAIL, "{\"retryPolicy\": \"patient\"}").is(200);

    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(changed.at("/retryPolicy")).isEqualTo("patient");
    assertThat(changed.at("/concurrency")).isEqualTo("null");
    assertThat(changed.at("/deadLetterQueue")).isEqualTo("null");
    assertThat(changed.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(changed.at("/changedAt")).isEqualTo("2030-01-01T00:05:00Z");
  }

  @Test
  void putting_the_same_again_changes_nothing() {
    server.put(MAIL, "{\"concurrency\": 4}").is(201);
    server.clock().advance(Duration.ofMinutes(5));

    Answer again = server.put(MAIL, "{\"concurrency\": 4}").is(200);

    assertThat(again.header("ETag")).isEqualTo("\"1\"");
    assertThat(again.at("/changedAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void a_change_is_refused_if_somebody_else_was_faster() {
    server.put(MAIL, "{\"concurrency\": 1}").is(201);
    server.put(MAIL, "{\"concurrency\": 2}", "If-Match", "\"1\"").is(200);

    server.put(MAIL, "{\"concurrency\": 3}", "If-Match", "\"1\"").is(412);
    server.put(MAIL, "{\"concurrency\": 3}", "If-Match", "anything").is(412);
    server.put(MAIL, "{\"concurrency\": 3}", "If-None-Match", "*").is(412);
    server.put(MAIL, "{\"concurrency\": 3}", "If-None-Match", "\"7\"").is(400);
    server.delete(MAIL, "If-Match", "\"1\"").is(412);

    assertThat(server.get(MAIL).at("/concurrency")).isEqualTo("2");
    server.put(MAIL, "{\"concurrency\": 3}", "If-Match", "\"9\", \"2\"").is(200);
    server.delete(MAIL, "If-Match", "*").is(204);
  }

  @Test
  void a_queue_that_is_not_there_matches_nothing() {
    server.put(MAIL, "{}", "If-Match", "*").is(412);
    server.put(MAIL, "{}", "If-Match", "\"1\"").is(412);
    server.get(MAIL).is(404);
    server.put(MAIL, "{}", "If-None-Match", "*").is(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"retryPolicy\": \"unheard-of\"} | retryPolicy",
        "{\"retryPolicy\": {\"backoff\": {\"strategy\": \"magic\"}}} | retryPolicy.backoff.strategy",
        "{\"retryPolicy\": 5} | retryPolicy.policy",
        "{\"deadLetterQueue\": \"mail\"} | deadLetterQueue",
        "{\"deadLetterQueue\": \"a b\"} | deadLetterQueue",
        "{\"concurrency\": 0} | concurrency",
        "{\"concurrency\": 1e99} | concurrency",
        "{\"rate\": {\"starts\": 0, \"per\": \"1s\"}} | rate.starts",
        "{\"rate\": {\"starts\": 1}} | rate.per",
        "{\"rate\": {\"starts\": 1, \"per\": \"2d\"}} | rate.per",
        "{\"rate\": {\"starts\": 1, \"per\": \"1s\", \"x\": 1}} | rate.x",
        "{\"rate\": \"10/s\"} | rate.body",
        "{\"colour\": \"red\"} | colour",
        "[] | body"
      })
  void wrong_settings_are_refused_and_nothing_is_stored(String body, String key) {
    Answer refused = server.put(MAIL, body).is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key")).containsExactly(key);
    server.get(MAIL).is(404);
  }

  @Test
  void a_name_that_can_not_be_one_is_not_found() {
    server.get("/api/v1/queues/no%20queue").is(404);
    server.put("/api/v1/queues/no%20queue", "{}").is(404);
    server.delete("/api/v1/queues/mail").is(404);
    server.post("/api/v1/queues/mail/pause").is(404);
    server.post("/api/v1/queues/mail/resume").is(404);
    server.get("/api/v1/queues/mail/retry-metrics").is(404);
  }

  @Test
  void the_list_has_every_queue_with_its_counts() {
    server.put("/api/v1/queues/idle", "{}").is(201);
    putQueueWithDeadLetters("mail", "mail.dead");
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    enqueue("mail");
    claim("mail");
    enqueue("mail");
    server.clock().advance(Duration.ofSeconds(10));
    enqueue("mail", ", \"delay\": \"1h\"");

    Answer list = server.get("/api/v1/queues").is(200);

    assertThat(list.json().at("/items").findValuesAsString("name"))
        .isEqualTo(List.of("idle", "mail", "mail.dead"));
    assertThat(list.at("/items/1/waiting")).isEqualTo("2");
    assertThat(list.at("/items/1/due")).isEqualTo("1");
    assertThat(list.at("/items/1/running")).isEqualTo("1");
    assertThat(list.at("/items/1/oldestDueAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(list.at("/items/2/dead")).isEqualTo("1");
    assertThat(list.at("/items/2/version")).isEqualTo("0");
    assertThat(list.at("/items/2/createdAt")).isEqualTo("null");
    assertThat(list.at("/next")).isEqualTo("null");
    assertThat(server.get("/api/v1/queues/mail.dead").is(200).json())
        .isEqualTo(list.json().at("/items/2"));
  }

  @Test
  void a_paused_queue_gives_out_nothing_until_it_is_resumed() {
    enqueue("mail");

    assertThat(server.post(MAIL + "/pause").is(200).at("/paused")).isEqualTo("true");
    assertThat(claim("mail")).isEmpty();
    assertThat(server.post(MAIL + "/resume").is(200).at("/paused")).isEqualTo("false");
    assertThat(claim("mail")).isNotEmpty();
  }

  @Test
  void a_queue_without_jobs_is_deleted() {
    server.put(MAIL, "{\"concurrency\": 4}").is(201);

    server.delete(MAIL).is(204);

    server.get(MAIL).is(404);
    server.delete(MAIL).is(404);
    assertThat(server.get("/api/v1/queues").at("/items")).isEqualTo("[]");
  }

  @Test
  void a_queue_with_jobs_loses_its_settings_but_is_still_served() {
    server.put(MAIL, "{\"concurrency\": 4}").is(201);
    String id =
        server
            .post(
                "/api/v1/jobs",
                """
                {"type": "http", "queue": "mail", "payload": {"url": "http://127.0.0.1:1/"},
                 "retryPolicy": "once"}
                """)
            .is(201)
            .at("/id");
    server.post(MAIL + "/pause").is(200);

    server.delete(MAIL).is(204);

    Answer left = server.get(MAIL).is(200);
    assertThat(left.at("/concurrency")).isEqualTo("null");
    assertThat(left.at("/paused")).isEqualTo("false");
    server.runDue();
    assertThat(server.get("/api/v1/jobs/" + id).at("/state")).isEqualTo("FAILED");
  }

  @Test
  void a_job_that_comes_right_after_a_deletion_is_run() {
    server.put(MAIL, "{\"concurrency\": 4}").is(201);
    server.runDue();
    server.delete(MAIL).is(204);

    enqueue("mail");

    server.get(MAIL).is(200);
    assertThat(server.get(MAIL).at("/version")).isEqualTo("1");
  }
}
