package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.query.JobFilter;
import io.taskforge.server.webhook.Webhooks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WebhookRoutesTest extends RoutesTest {
  private static final String WEBHOOKS = "/api/v1/webhooks";
  private static final String DEAD =
      "{\"url\": \"http://127.0.0.1:9/hook?key=1\", \"events\": [\"job.dead\"]}";

  private Answer made() {
    return server.post(WEBHOOKS, DEAD).is(201);
  }

  private static String at(Answer webhook) {
    return WEBHOOKS + "/" + webhook.at("/id");
  }

  @Test
  void a_webhook_is_created_shown_changed_and_deleted() {
    Answer made =
        server
            .post(
                WEBHOOKS,
                """
                {"name": "pager", "url": "https://example.org/hook", "queue": "mail", "type": "send",
                 "events": ["alert.raised", "job.dead", "job.dead"]}
                """)
            .is(201);
    assertThat(made.header("Location")).isEqualTo(at(made));
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    assertThat(made.at("/events")).isEqualTo("[\"job.dead\",\"alert.raised\"]");
    assertThat(made.at("/enabled")).isEqualTo("true");
    assertThat(made.at("/tenant")).isEqualTo("default");

    Answer changed = server.put(at(made), DEAD, "If-Match", "\"1\"").is(200);
    assertThat(changed.at("/url")).isEqualTo("http://127.0.0.1:9/hook?key=1");
    assertThat(changed.at("/name")).isEmpty();
    assertThat(changed.at("/queue")).isEqualTo("null");
    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(server.get(at(made)).is(200).json()).isEqualTo(changed.json());

    server.put(at(made), DEAD, "If-Match", "\"1\"").is(412);
    server.delete(at(made), "If-Match", "\"1\"").is(412);
    server.post(at(made) + "/rotate-secret", "{}", "If-Match", "\"1\"").is(412);
    server.delete(at(made), "If-Match", "\"2\"").is(204);
    server.get(at(made)).is(404);
    server.put(at(made), DEAD).is(404);
    server.delete(at(made)).is(404);
    server.post(at(made) + "/rotate-secret").is(404);
    server.post(at(made) + "/test").is(404);
    server.get(at(made) + "/deliveries").is(404);
    server.get(WEBHOOKS + "/none").is(404);
  }

  @Test
  void all_faults_are_reported_at_once_without_the_url() {
    Answer refused =
        server
            .post(
                WEBHOOKS,
                """
                {"url": "https://ann:hunter2@example.org/", "events": [], "queue": "no queue",
                 "type": "webhook", "enabled": "yes", "secret": "mine", "tenant": "no tenant"}
                """)
            .is(400);

    assertThat(refused.json().at("/faults").findValuesAsString("key"))
        .containsExactlyInAnyOrder("secret", "queue", "enabled", "tenant", "events", "type", "url");
    assertThat(refused.text()).doesNotContain("hunter2");
    for (String body :
        new String[] {
          "{}",
          "{\"url\": \"http://127.0.0.1:9/\"}",
          DEAD.replace("job.dead", "job.started"),
          DEAD.replace("\"job.dead\"", "7"),
          DEAD.replace("127.0.0.1:9", "169.254.169.254"),
          DEAD.replace("127.0.0.1:9", "10.1.2.3"),
          DEAD.replace("http:", "ftp:"),
          DEAD.replace("{", "{\"name\": \"" + "x".repeat(201) + "\", ")
        }) {
      server.post(WEBHOOKS, body).is(400);
    }
    assertThat(server.get(WEBHOOKS).at("/items")).isEqualTo("[]");
  }

  @Test
  void a_secret_is_shown_only_once() {
    Answer made = made();
    String first = made.at("/secret");
    Answer rotated = server.post(at(made) + "/rotate-secret").is(200);
    String second = rotated.at("/secret");
    assertThat(List.of(first, second)).doesNotHaveDuplicates();
    for (String secret : List.of(first, second)) {
      assertThat(secret).startsWith("whsec_");
      assertThat(Base64.getDecoder().decode(secret.substring(6))).hasSize(32);
    }
    assertThat(rotated.header("ETag")).isEqualTo("\"2\"");
    assertThat(rotated.at("/oldSecretUntil")).isEqualTo("2030-01-02T00:00:00Z");
    server.post(at(made) + "/test").is(202);
    server.runDue();

    for (Answer answer :
        List.of(
            server.get(WEBHOOKS),
            server.get(at(made)),
            server.get(at(made) + "/deliveries"),
            server.get("/api/v1/jobs"),
            server.put(at(made), DEAD))) {
      assertThat(answer.is(200).text()).doesNotContain("whsec", first.substring(6), "secret\"");
    }
  }

  @Test
  void webhooks_are_listed_by_tenant_and_paginated() {
    List<String> all = new ArrayList<>();
    for (String tenant : List.of("acme", "bolt", "bolt", "bolt")) {
      all.add(
          server
              .post(WEBHOOKS, DEAD.replace("{", "{\"tenant\": \"" + tenant + "\", "))
              .is(201)
              .at("/id"));
    }

    Answer first = server.get(WEBHOOKS + "?limit=3").is(200);
    Answer second = server.get(WEBHOOKS + "?limit=3&cursor=" + first.at("/next")).is(200);
    List<String> listed = new ArrayList<>(first.json().at("/items").findValuesAsString("id"));
    listed.addAll(second.json().at("/items").findValuesAsString("id"));

    assertThat(listed).isEqualTo(all);
    assertThat(second.at("/next")).isEqualTo("null");
    assertThat(server.get(WEBHOOKS + "?tenant=bolt").json().at("/items")).hasSize(3);
    server.get(WEBHOOKS + "?cursor=nonsense").is(400);
    server.get(WEBHOOKS + "/" + all.get(0)).is(404);
    server.get(WEBHOOKS + "/" + all.get(0) + "?tenant=acme").is(200);
  }

  @Test
  void deliveries_of_one_webhook_are_paginated() {
    Answer other = made();
    Answer mine = made();
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      server.clock().advance(Duration.ofSeconds(1));
      sent.add(0, server.post(at(mine) + "/test").is(202).at("/id"));
      server.post(at(other) + "/test").is(202);
    }

    List<String> listed = new ArrayList<>();
    String next = "";
    do {
      Answer page = server.get(at(mine) + "/deliveries?limit=2" + next).is(200);
      listed.addAll(page.json().at("/items").findValuesAsString("id"));
      JsonNode cursor = page.json().get("next");
      next = cursor.isNull() ? "" : "&cursor=" + cursor.stringValue();
    } while (!next.isEmpty());

    assertThat(listed).isEqualTo(sent);
  }

  @Test
  void a_page_of_deliveries_may_be_short_and_have_a_next_page() {
    Answer mine = made();
    String oldest = server.post(at(mine) + "/test").is(202).at("/id");
    Answer other = made();
    server.post(at(other) + "/test").is(202);
    Job one = server.store().queries().list(JobFilter.all(1)).items().get(0);
    server.store().enqueue(LongStream.range(0, 1_050).mapToObj(i -> another(one, i)).toList());

    Answer first = server.get(at(mine) + "/deliveries").is(200);
    assertThat(first.at("/items")).isEqualTo("[]");
    Answer second = server.get(at(mine) + "/deliveries?cursor=" + first.at("/next")).is(200);

    assertThat(second.at("/items/0/id")).isEqualTo(oldest);
    assertThat(second.at("/next")).isEqualTo("null");
  }

  private static NewJob another(Job like, long number) {
    return another(like, number, like.payload());
  }

  private static NewJob another(Job like, long number, Payload payload) {
    UUID id =
        new UUID(like.id().value().getMostSignificantBits() + 0x10000, Long.MIN_VALUE + number);
    return new NewJob(
        new JobIdentity(new JobId(id), like.queue(), like.type(), like.tenant()),
        payload,
        JobSettings.DEFAULT,
        null,
        Duration.ofHours(1));
  }

  @Test
  void a_rotation_does_not_drop_a_secret_that_still_signs() {
    Answer made = made();
    String rotate = at(made) + "/rotate-secret";
    for (int i = 0; i < 4; i++) {
      server.post(rotate).is(200);
      server.clock().advance(Duration.ofMinutes(1));
    }

    Answer refused = server.post(rotate).is(409);

    assertThat(refused.at("/detail"))
        .contains("4 earlier secrets", "until 2030-01-02T00:00:00Z", "create another webhook");
    assertThat(server.get(at(made)).header("ETag")).isEqualTo("\"5\"");
    server.clock().advance(Duration.ofHours(24).minusMinutes(4));
    server.post(rotate).is(200);
    server.post(rotate).is(409);
  }

  @Test
  void a_job_of_the_reserved_type_that_is_not_a_delivery_is_not_listed() {
    Answer webhook = made();
    String test = server.post(at(webhook) + "/test").is(202).at("/id");
    Job one = server.store().queries().list(JobFilter.all(1)).items().get(0);
    String id = webhook.at("/id");
    List<String> odd =
        List.of(
            "{\"hello\": 1}",
            "[]",
            "{\"webhook\": \"%s\", \"message\": \"m\", \"event\": \"e\", \"body\": \"no json\"}"
                .formatted(id));
    for (int i = 0; i < odd.size(); i++) {
      server.store().enqueue(List.of(another(one, i, new Payload(odd.get(i)))));
    }

    Answer list = server.get(at(webhook) + "/deliveries").is(200);

    assertThat(list.json().at("/items").findValuesAsString("id")).containsExactly(test);
  }

  @Test
  void clients_can_neither_enqueue_nor_claim_deliveries() {
    String job = "{\"type\": \"webhook\", \"payload\": {}}";
    for (Answer refused :
        List.of(
            server.post("/api/v1/jobs", job),
            server.post("/api/v1/jobs/batch", "{\"jobs\": [" + job + "]}"),
            server.post("/api/v1/schedules", "{\"cron\": \"@daily\", \"job\": " + job + "}"),
            server.post(
                "/api/v1/claims",
                "{\"worker\": \"w\", \"types\": [\"x\", \"webhook\"], \"queues\": [\"webhooks\"]}"))) {
      assertThat(refused.is(400).at("/faults/0/rule")).contains("reserved for webhook deliveries");
    }
  }

  @Test
  void queue_settings_of_operators_are_kept() {
    Answer queue = server.get("/api/v1/queues/webhooks").is(200);
    assertThat(queue.at("/retryPolicy")).isEqualTo("webhook");
    assertThat(queue.at("/deadLetterQueue")).isEqualTo("webhooks.dead");
    server.put("/api/v1/queues/webhooks", "{\"retryPolicy\": \"patient\"}").is(200);
    server.close();

    server = open();
    made();

    assertThat(server.get("/api/v1/queues/webhooks").at("/retryPolicy")).isEqualTo("patient");
  }

  @Test
  void a_tenant_can_have_a_hundred_webhooks() {
    for (int i = 0; i < Webhooks.MAX_PER_TENANT; i++) {
      made();
    }

    assertThat(server.post(WEBHOOKS, DEAD).is(409).at("/detail"))
        .contains("has reached its limit of 100 webhooks");
    server.post(WEBHOOKS, DEAD.replace("{", "{\"tenant\": \"acme\", ")).is(201);
  }
}
