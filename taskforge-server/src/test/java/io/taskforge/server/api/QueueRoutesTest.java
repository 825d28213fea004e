package io.taskforge.server.api;

import static io.taskforge.server.api.QueueApiContract.MAIL;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueRoutesTest extends RoutesTest {
  @Test
  void putting_the_same_settings_changes_nothing() {
    server.put(MAIL, "{\"concurrency\": 4}").is(201);
    server.clock().advance(Duration.ofMinutes(5));

    Answer again = server.put(MAIL, "{\"concurrency\": 4}").is(200);

    assertThat(again.header("ETag")).isEqualTo("\"1\"");
    assertThat(again.at("/changedAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void a_missing_queue_meets_no_precondition() {
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
        "{\"retryPolicy\": 5} | retryPolicy",
        "{\"deadLetterQueue\": \"mail\"} | deadLetterQueue",
        "{\"deadLetterQueue\": \"a b\"} | deadLetterQueue",
        "{\"deadLetterOn\": \"never\"} | deadLetterOn",
        "{\"concurrency\": 0} | concurrency",
        "{\"concurrency\": 1e99} | concurrency",
        "{\"rate\": {\"starts\": 0, \"per\": \"1s\"}} | rate.starts",
        "{\"rate\": {\"starts\": 1}} | rate.per",
        "{\"rate\": {\"starts\": 1, \"per\": \"2d\"}} | rate.per",
        "{\"rate\": {\"starts\": 1, \"per\": \"1s\", \"x\": 1}} | rate.x",
        "{\"rate\": \"10/s\"} | rate",
        "{\"colour\": \"red\"} | colour",
        "[] | body"
      })
  void invalid_settings_are_rejected_and_not_stored(String body, String key) {
    Answer refused = server.put(MAIL, body).is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key")).containsExactly(key);
    server.get(MAIL).is(404);
  }

  @Test
  void an_invalid_name_is_not_found() {
    server.get("/api/v1/queues/no%20queue").is(404);
    server.put("/api/v1/queues/no%20queue", "{}").is(404);
    server.delete("/api/v1/queues/mail").is(404);
    server.post("/api/v1/queues/mail/pause").is(404);
    server.post("/api/v1/queues/mail/resume").is(404);
    server.get("/api/v1/queues/mail/retry-metrics").is(404);
  }

  @Test
  void a_queue_without_jobs_is_deleted() {
    server.put(MAIL, "{\"concurrency\": 4}").is(201);

    server.delete(MAIL).is(204);

    server.get(MAIL).is(404);
    server.delete(MAIL).is(404);
    assertThat(server.get("/api/v1/queues").json().at("/items").findValuesAsString("name"))
        .containsExactly("webhooks");
  }

  @Test
  void a_job_enqueued_right_after_a_deletion_runs() {
    server.put(MAIL, "{\"concurrency\": 4}").is(201);
    server.runDue();
    server.delete(MAIL).is(204);

    enqueue("mail");

    server.get(MAIL).is(200);
    assertThat(server.get(MAIL).at("/version")).isEqualTo("1");
  }
}
