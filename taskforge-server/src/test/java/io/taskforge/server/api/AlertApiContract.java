package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Alerts, from a job's end to its redrive. */
interface AlertApiContract extends ServerUnderTest {
  String ALERTS = "/api/v1/alerts";
  String RULES = "/api/v1/alert-rules";

  /** Advances time with an evaluation of the rules every 15 seconds, like a server. */
  default void watch(Duration time) {
    for (long second = 15; second <= time.toSeconds(); second += 15) {
      server().advance(Duration.ofSeconds(15));
    }
  }

  /** Dead-letters a job, evaluates the rules, and returns its id. */
  default String letDie(String queue, String deadLetterQueue) {
    putQueueWithDeadLetters(queue, deadLetterQueue);
    String id = enqueue(queue);
    fail(queue, "timeout", "too slow");
    server().runDue();
    return id;
  }

  default int alerts(String query) {
    return server().get(ALERTS + query).is(200).json().at("/items").size();
  }

  @Test
  default void
      a_filled_dead_letter_queue_raises_an_alert_after_five_minutes_and_resolves_it_when_empty() {
    String id = letDie("mail", "mail.dead");
    watch(Duration.ofMinutes(5));
    assertThat(alerts("")).isZero();

    watch(Duration.ofSeconds(15));
    Answer list = server().get(ALERTS).is(200);
    assertThat(list.json().at("/items").size()).isEqualTo(1);
    assertThat(list.at("/items/0/rule")).isEqualTo("dead-letters");
    assertThat(list.at("/items/0/queue")).isEqualTo("mail.dead");
    assertThat(list.at("/items/0/state")).isEqualTo("open");
    assertThat(list.at("/items/0/severity")).isEqualTo("warning");
    assertThat(list.at("/items/0/since")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(list.at("/items/0/raisedAt")).isEqualTo("2030-01-01T00:05:15Z");
    assertThat(list.at("/items/0/text"))
        .contains("1 dead letter in queue mail.dead for 5m15s")
        .contains("./taskforge dlq redrive --all --queue mail.dead")
        .contains("docs/guides/dead-letters.md");

    watch(Duration.ofMinutes(10));
    assertThat(alerts("")).isEqualTo(1);

    server().post("/api/v1/redrives", "{\"ids\": [\"%s\"]}".formatted(id)).is(202);
    server().runDue();
    complete("mail");
    watch(Duration.ofMinutes(2));
    Answer alert = server().get(ALERTS + "/" + list.at("/items/0/id")).is(200);
    assertThat(alert.at("/state")).isEqualTo("resolved");
    assertThat(alert.at("/resolvedAt")).isEqualTo("2030-01-01T00:16:30Z");
    watch(Duration.ofMinutes(10));
    assertThat(alerts("")).isEqualTo(1);
    assertThat(alerts("?state=open")).isZero();
  }

  @Test
  default void too_many_retries_raise_an_alert_immediately_and_a_few_do_not() {
    server()
        .put(
            "/api/v1/queues/mail",
            "{\"retryPolicy\": {\"maxRetries\": 5, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1h\"}}}")
        .is(201);
    for (int i = 0; i < 17; i++) {
      enqueue("mail");
      complete("mail");
    }
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    server().advance(Duration.ofSeconds(15));
    assertThat(alerts("?rule=retry-rate")).isZero();

    for (int i = 0; i < 2; i++) {
      enqueue("mail");
      fail("mail", "timeout", "too slow");
    }
    server().advance(Duration.ofSeconds(15));
    Answer alert = server().get(ALERTS + "?rule=retry-rate").is(200);
    assertThat(alert.at("/items/0/text"))
        .contains("15 % of the jobs in queue mail needed a retry: 3 of 20 in 5m");
    assertThat(alert.at("/items/0/value")).isEqualTo("15.0");
    assertThat(alert.at("/items/0/threshold")).isEqualTo("10.0");

    watch(Duration.ofMinutes(7));
    assertThat(alerts("?rule=retry-rate&state=resolved")).isEqualTo(1);
  }

  @Test
  default void a_few_jobs_that_exhaust_their_retries_are_not_many_retried_jobs() {
    server()
        .put(
            "/api/v1/queues/mail",
            "{\"retryPolicy\": {\"maxRetries\": 3, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}}}")
        .is(201);
    for (int i = 0; i < 19; i++) {
      enqueue("mail");
      complete("mail");
    }
    enqueue("mail");
    for (int attempt = 1; attempt <= 4; attempt++) {
      fail("mail", "timeout", "too slow");
      server().advance(Duration.ofSeconds(15));
    }
    assertThat(alerts("?rule=retry-rate")).as("1 of 20 jobs, although 3 of 23 attempts").isZero();
  }

  @Test
  default void a_retry_that_waits_long_in_backoff_raises_an_alert() {
    server().put(RULES + "/retry-latency", "{\"threshold\": 1}").is(201);
    server()
        .put(
            "/api/v1/queues/mail",
            "{\"retryPolicy\": {\"maxRetries\": 3, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1h\"}}}")
        .is(201);
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    server().advance(Duration.ofSeconds(15));

    assertThat(server().get(ALERTS + "?rule=retry-latency").is(200).at("/items/0/text"))
        .startsWith("retries in queue mail wait for 1h on average: 1 retry scheduled in 5m;");
    assertThat(alerts("?rule=late-jobs")).isZero();
  }

  @Test
  default void exhausted_retries_above_the_threshold_raise_an_alert() {
    server().put(RULES + "/exhausted?queue=mail", "{\"threshold\": 1}").is(201);
    server()
        .put(
            "/api/v1/queues/mail",
            "{\"retryPolicy\": {\"maxRetries\": 1, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}}}")
        .is(201);
    for (int i = 0; i < 2; i++) {
      enqueue("mail");
      fail("mail", "timeout", "too slow");
      server().advance(Duration.ofSeconds(15));
      assertThat(alerts("?rule=exhausted")).isZero();
      fail("mail", "timeout", "too slow");
    }
    server().advance(Duration.ofSeconds(15));

    assertThat(server().get(ALERTS + "?rule=exhausted").is(200).at("/items/0/text"))
        .startsWith("2 jobs in queue mail exhausted all retries in 5m; the threshold is 1. ");
  }

  @Test
  default void due_jobs_without_a_worker_raise_an_alert_and_then_a_lateness_alert() {
    enqueue("mail");
    server().runDue();
    watch(Duration.ofMinutes(2));
    assertThat(alerts("")).isZero();
    watch(Duration.ofSeconds(15));
    assertThat(server().get(ALERTS).is(200).at("/items/0/text"))
        .startsWith("1 due job in queue mail for 2m15s, but no live worker runs work;");
    assertThat(server().get(ALERTS).at("/items/0/severity")).isEqualTo("critical");

    watch(Duration.ofMinutes(5));
    assertThat(server().get(ALERTS + "?rule=late-jobs").is(200).at("/items/0/queue"))
        .isEqualTo("mail");

    complete("mail");
    watch(Duration.ofSeconds(75));
    assertThat(alerts("?state=open")).isZero();
    assertThat(alerts("?state=resolved")).isEqualTo(2);
  }

  @Test
  default void jobs_of_a_paused_queue_raise_no_alert() {
    enqueue("mail");
    server().post("/api/v1/queues/mail/pause").is(200);

    watch(Duration.ofMinutes(10));

    assertThat(alerts("")).isZero();
  }

  @Test
  default void the_first_acknowledgement_of_an_alert_is_kept() {
    letDie("mail", "mail.dead");
    watch(Duration.ofSeconds(315));
    String path = ALERTS + "/" + server().get(ALERTS).at("/items/0/id");

    Answer first = server().post(path + "/acknowledge", "{\"note\": \"on it\"}").is(200);
    server().advance(Duration.ofSeconds(15));
    server().post(path + "/acknowledge", "{\"note\": \"me too\"}").is(200);

    Answer alert = server().get(path).is(200);
    assertThat(alert.text()).isEqualTo(first.text());
    assertThat(alert.at("/acknowledgedBy")).isEqualTo("local");
    assertThat(alert.at("/acknowledgedAt")).isEqualTo("2030-01-01T00:05:15Z");
    assertThat(alert.at("/note")).isEqualTo("on it");
    assertThat(alert.at("/state")).isEqualTo("open");
    server().post(ALERTS + "/0123456789ab/acknowledge").is(404);
    server().get(ALERTS + "/nothing").is(404);
  }

  @Test
  default void a_snooze_ends_and_can_be_replaced_until_the_alert_is_acknowledged() {
    letDie("mail", "mail.dead");
    watch(Duration.ofSeconds(315));
    String path = ALERTS + "/" + server().get(ALERTS).at("/items/0/id");

    Answer snoozed = server().post(path + "/acknowledge", "{\"for\": \"2h\"}").is(200);
    assertThat(snoozed.at("/snoozedUntil")).isEqualTo("2030-01-01T02:05:15Z");
    server().post(path + "/acknowledge", "{\"for\": \"30m\"}").is(200);
    assertThat(server().get(path).at("/snoozedUntil")).isEqualTo("2030-01-01T00:35:15Z");
    server().post(path + "/acknowledge", "{\"note\": \"on it\"}").is(200);
    server().post(path + "/acknowledge", "{\"for\": \"2h\"}").is(200);

    assertThat(server().get(path).at("/snoozedUntil")).isEqualTo("null");
    assertThat(server().get(path).at("/note")).isEqualTo("on it");
    server().post(path + "/acknowledge", "{\"for\": \"1s\"}").is(400);
  }

  @Test
  default void a_resolved_alert_cannot_be_acknowledged() {
    String id = letDie("mail", "mail.dead");
    watch(Duration.ofSeconds(315));
    server().delete("/api/v1/dead-letters/" + id).is(204);
    watch(Duration.ofSeconds(75));
    String alert = server().get(ALERTS).at("/items/0/id");

    assertThat(server().post(ALERTS + "/" + alert + "/acknowledge").is(409).at("/state"))
        .isEqualTo("resolved");
  }

  @Test
  default void a_rule_change_for_one_queue_does_not_affect_others() {
    server().put(RULES + "/dead-letters?queue=a.dead", "{\"for\": \"30s\"}").is(201);
    server().put(RULES + "/dead-letters?queue=b.dead", "{\"enabled\": false}").is(201);
    letDie("a", "a.dead");
    letDie("b", "b.dead");
    letDie("c", "c.dead");
    watch(Duration.ofSeconds(45));
    assertThat(server().get(ALERTS).at("/items/0/queue")).isEqualTo("a.dead");
    assertThat(alerts("")).isEqualTo(1);

    watch(Duration.ofMinutes(5));
    assertThat(alerts("?queue=c.dead")).isEqualTo(1);
    assertThat(alerts("?queue=b.dead")).isZero();
    assertThat(alerts("?limit=1")).isEqualTo(1);
    String next = server().get(ALERTS + "?limit=1").at("/next");
    assertThat(server().get(ALERTS + "?limit=1&cursor=" + next).at("/items/0/queue"))
        .isEqualTo("a.dead");
    assertThat(server().get(ALERTS + "?limit=1&cursor=" + next).at("/next")).isEqualTo("null");
  }

  @Test
  default void rules_are_shown_changed_and_reset() {
    Answer usual = server().get(RULES + "/retry-rate").is(200);
    assertThat(usual.at("/isDefault")).isEqualTo("true");
    assertThat(usual.at("/threshold")).isEqualTo("10.0");
    assertThat(usual.at("/window")).isEqualTo("5m");
    assertThat(usual.at("/minimum")).isEqualTo("20");
    assertThat(usual.header("ETag")).isEmpty();
    assertThat(server().get(RULES).is(200).json().at("/items").size()).isEqualTo(7);

    Answer made =
        server().put(RULES + "/retry-rate", "{\"threshold\": 25, \"window\": \"15m\"}").is(201);
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    server().put(RULES + "/retry-rate?queue=mail", "{\"minimum\": 100}").is(201);
    Answer mail = server().get(RULES + "/retry-rate?queue=mail").is(200);
    assertThat(mail.at("/threshold")).isEqualTo("25.0");
    assertThat(mail.at("/minimum")).isEqualTo("100");
    assertThat(server().get(RULES).is(200).json().at("/items").size()).isEqualTo(8);

    server().put(RULES + "/retry-rate", "{\"threshold\": 30}", "If-Match", "\"9\"").is(412);
    server().put(RULES + "/retry-rate", "{\"threshold\": 30}", "If-Match", "\"1\"").is(200);
    assertThat(server().get(RULES + "/retry-rate").at("/window")).isEqualTo("5m");
    server().delete(RULES + "/retry-rate", "If-Match", "\"1\"").is(412);
    server().delete(RULES + "/retry-rate", "If-Match", "\"2\"").is(204);
    server().delete(RULES + "/retry-rate").is(404);
    assertThat(server().get(RULES + "/retry-rate").at("/isDefault")).isEqualTo("true");
  }

  @Test
  default void invalid_rule_settings_are_rejected() {
    assertThat(
            server()
                .put(RULES + "/dead-letters", "{\"window\": \"5m\", \"minimum\": 3}")
                .is(400)
                .json()
                .at("/faults")
                .size())
        .isEqualTo(2);
    server().put(RULES + "/retry-rate", "{\"window\": \"7m\"}").is(400);
    server().put(RULES + "/retry-rate", "{\"threshold\": -1}").is(400);
    server().put(RULES + "/unheard-of", "{}").is(404);
    server().get(ALERTS + "?state=odd").is(400);
    server().get(ALERTS + "?cursor=odd").is(400);
  }
}
