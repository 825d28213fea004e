package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues: settings with optimistic locking, counts, pause, deletion and retry statistics. */
interface QueueApiContract extends ServerUnderTest {
  String MAIL = "/api/v1/queues/mail";

  /** One job fails twice and succeeds; another fails once, and its retry is cancelled. */
  private void someRetries() {
    server()
        .put(
            MAIL,
            """
            {"retryPolicy": {"maxRetries": 3, "backoff": {"strategy": "list",
             "delays": ["10s", "20s"]}}}
            """)
        .is(201);
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    server().clock().advance(Duration.ofSeconds(10));
    fail("mail", "timeout", "too slow");
    server().clock().advance(Duration.ofSeconds(20));
    complete("mail");
    String other = enqueue("mail");
    fail("mail", "timeout", "too slow");
    server().post("/api/v1/jobs/" + other + "/cancel-retries").is(200);
    server().clock().advance(Duration.ofSeconds(1));
  }

  @Test
  default void a_queue_is_stored_and_shown() {
    Answer made =
        server()
            .put(
                MAIL,
                """
                {"retryPolicy": {"maxRetries": 7, "backoff": {"strategy": "fixed", "delay": "5s"}},
                 "deadLetterQueue": "mail.dead", "deadLetterOn": "all", "concurrency": 4,
                 "rate": {"starts": 10, "per": "1s"}}
                """)
            .is(201);
    Answer found = server().get(MAIL).is(200);

    assertThat(found.json()).isEqualTo(made.json());
    assertThat(found.header("ETag")).isEqualTo("\"1\"").isEqualTo(made.header("ETag"));
    assertThat(found.at("/name")).isEqualTo("mail");
    assertThat(found.at("/retryPolicy/maxRetries")).isEqualTo("7");
    assertThat(found.at("/retryPolicy/backoff/delay")).isEqualTo("5s");
    assertThat(found.at("/deadLetterQueue")).isEqualTo("mail.dead");
    assertThat(found.at("/deadLetterOn")).isEqualTo("ALL");
    assertThat(found.at("/concurrency")).isEqualTo("4");
    assertThat(found.at("/rate")).isEqualTo("{\"starts\":10,\"per\":\"1s\"}");
    assertThat(found.at("/paused")).isEqualTo("false");
    assertThat(found.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  default void a_second_put_replaces_all_settings_and_keeps_the_creation_time() {
    server().put(MAIL, "{\"concurrency\": 4, \"deadLetterQueue\": \"dead\"}").is(201);
    server().clock().advance(Duration.ofMinutes(5));

    Answer changed = server().put(MAIL, "{\"retryPolicy\": \"patient\"}").is(200);

    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(changed.at("/retryPolicy")).isEqualTo("patient");
    assertThat(changed.at("/concurrency")).isEqualTo("null");
    assertThat(changed.at("/deadLetterQueue")).isEqualTo("null");
    assertThat(changed.at("/deadLetterOn")).isEqualTo("EXHAUSTED");
    assertThat(changed.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(changed.at("/changedAt")).isEqualTo("2030-01-01T00:05:00Z");
  }

  @Test
  default void a_concurrent_change_of_a_queue_is_rejected() {
    server().put(MAIL, "{\"concurrency\": 1}").is(201);
    server().put(MAIL, "{\"concurrency\": 2}", "If-Match", "\"1\"").is(200);

    server().put(MAIL, "{\"concurrency\": 3}", "If-Match", "\"1\"").is(412);
    server().put(MAIL, "{\"concurrency\": 3}", "If-Match", "anything").is(412);
    server().put(MAIL, "{\"concurrency\": 3}", "If-None-Match", "*").is(412);
    server().put(MAIL, "{\"concurrency\": 3}", "If-None-Match", "\"7\"").is(400);
    server().delete(MAIL, "If-Match", "\"1\"").is(412);

    assertThat(server().get(MAIL).at("/concurrency")).isEqualTo("2");
    server().put(MAIL, "{\"concurrency\": 3}", "If-Match", "\"9\", \"2\"").is(200);
    server().delete(MAIL, "If-Match", "*").is(204);
  }

  @Test
  default void the_list_has_every_queue_with_its_counts() {
    server().put("/api/v1/queues/idle", "{}").is(201);
    putQueueWithDeadLetters("mail", "mail.dead");
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    enqueue("mail");
    claim("mail");
    enqueue("mail");
    server().clock().advance(Duration.ofSeconds(10));
    enqueue("mail", ", \"delay\": \"1h\"");

    Answer list = server().get("/api/v1/queues").is(200);

    assertThat(list.json().at("/items").findValuesAsString("name"))
        .isEqualTo(List.of("idle", "mail", "mail.dead", "webhooks"));
    assertThat(list.at("/items/1/waiting")).isEqualTo("2");
    assertThat(list.at("/items/1/due")).isEqualTo("1");
    assertThat(list.at("/items/1/running")).isEqualTo("1");
    assertThat(list.at("/items/1/oldestDueAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(list.at("/items/2/dead")).isEqualTo("1");
    assertThat(list.at("/items/2/version")).isEqualTo("0");
    assertThat(list.at("/items/2/createdAt")).isEqualTo("null");
    assertThat(list.at("/next")).isEqualTo("null");
    assertThat(server().get("/api/v1/queues/mail.dead").is(200).json())
        .isEqualTo(list.json().at("/items/2"));
  }

  @Test
  default void no_jobs_are_claimed_from_a_paused_queue() {
    enqueue("mail");

    assertThat(server().post(MAIL + "/pause").is(200).at("/paused")).isEqualTo("true");
    assertThat(claim("mail")).isEmpty();
    assertThat(server().post(MAIL + "/resume").is(200).at("/paused")).isEqualTo("false");
    assertThat(claim("mail")).isNotEmpty();
  }

  @Test
  default void a_deleted_queue_with_jobs_is_still_served() {
    server().put(MAIL, "{\"concurrency\": 4}").is(201);
    String id =
        server()
            .post(
                "/api/v1/jobs",
                """
                {"type": "http", "queue": "mail", "payload": {"url": "http://127.0.0.1:1/"},
                 "retryPolicy": "once"}
                """)
            .is(201)
            .at("/id");
    server().post(MAIL + "/pause").is(200);

    server().delete(MAIL).is(204);

    Answer left = server().get(MAIL).is(200);
    assertThat(left.at("/concurrency")).isEqualTo("null");
    assertThat(left.at("/paused")).isEqualTo("false");
    server().runDue();
    assertThat(server().get("/api/v1/jobs/" + id).at("/state")).isEqualTo("FAILED");
  }

  @Test
  default void retry_metrics_cover_the_last_day_by_default() {
    someRetries();
    Answer metrics = server().get(MAIL + "/retry-metrics").is(200);

    assertThat(metrics.at("/totalRetries")).isEqualTo("2");
    assertThat(metrics.at("/successfulRetries")).isEqualTo("1");
    assertThat(metrics.at("/failedRetries")).isEqualTo("1");
    assertThat(metrics.json().at("/retryRate").doubleValue()).isEqualTo(50.0);
    assertThat(metrics.json().at("/avgRetryDelay").doubleValue())
        .isCloseTo(40 / 3.0, offset(0.001));
    assertThat(metrics.at("/periodStart")).isEqualTo("2029-12-31T00:00:00Z");
    assertThat(metrics.at("/periodEnd")).isEqualTo("2030-01-01T01:00:00Z");
  }

  @Test
  default void a_period_is_extended_to_whole_hours_and_excludes_its_end() {
    someRetries();
    String before = "?from=2029-12-31T00:00:00Z&to=2030-01-01T00:00:00Z";
    assertThat(server().get(MAIL + "/retry-metrics" + before).at("/totalRetries")).isEqualTo("0");
    Answer metrics =
        server()
            .get(
                MAIL
                    + "/retry-metrics?from=2030-01-01T00:00:10Z"
                    + "&to=2030-01-01T01:00:30%2B01:00")
            .is(200);

    assertThat(metrics.at("/totalRetries")).isEqualTo("2");
    assertThat(metrics.at("/periodStart")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(metrics.at("/periodEnd")).isEqualTo("2030-01-01T01:00:00Z");
  }

  @Test
  default void retry_patterns_count_by_attempt() {
    someRetries();
    Answer patterns = server().get(MAIL + "/retry-patterns").is(200);

    assertThat(patterns.at("/countsByAttempt")).isEqualTo("{\"2\":1,\"3\":1}");
    assertThat(patterns.at("/outcomesByAttempt/2"))
        .isEqualTo("{\"succeeded\":0,\"failed\":1,\"cancelled\":1}");
    assertThat(patterns.at("/outcomesByAttempt/3"))
        .isEqualTo("{\"succeeded\":1,\"failed\":0,\"cancelled\":0}");
    assertThat(patterns.at("/periodEnd")).isEqualTo("2030-01-01T01:00:00Z");
  }
}
