package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.json.strict.Json;
import io.taskforge.server.api.Answer;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

class WebhookFlowTest extends WebhookTest {
  @Test
  void a_delivery_is_retried_after_30_60_and_120_seconds_and_redriven_under_the_same_id() {
    MisbehavingEndpoint receiver = receiver(500, 404, 400, 503, 200);
    Answer webhook = webhook(receiver, "job.failed");
    failed("mail", "no such mailbox");

    server.runDue();
    assertThat(receiver.received()).hasSize(1);
    for (int seconds : new int[] {30, 60, 120}) {
      int before = receiver.received().size();
      server.advance(Duration.ofSeconds(seconds).minusMillis(1));
      assertThat(receiver.received()).as("just before %s s", seconds).hasSize(before);
      server.advance(Duration.ofMillis(1));
      assertThat(receiver.received()).as("after %s s", seconds).hasSize(before + 1);
    }

    Answer dead = deliveries(webhook);
    assertThat(dead.at("/items/0/state")).isEqualTo("DEAD");
    assertThat(dead.at("/items/0/attempts")).isEqualTo("4");
    assertThat(dead.at("/items/0/lastStatus")).isEqualTo("503");
    String id = dead.at("/items/0/id");
    assertThat(server.get("/api/v1/jobs/" + id).at("/queue")).isEqualTo("webhooks.dead");
    server.advance(Duration.ofHours(1));
    assertThat(receiver.received()).hasSize(4);

    server.post("/api/v1/dead-letters/" + id + "/redrive").is(200);
    server.runDue();

    assertThat(deliveries(webhook).at("/items/0/state")).isEqualTo("SUCCEEDED");
    assertThat(deliveries(webhook).at("/items/0/lastStatus")).isEqualTo("200");
    assertThat(header(receiver, "taskforge-attempt")).containsExactly("1", "2", "3", "4", "1");
    assertThat(deliveries(webhook).at("/items/0/attempts")).isEqualTo("1");
    assertThat(deliveries(webhook).at("/items/0/totalAttempts")).isEqualTo("5");
    assertThat(Set.copyOf(header(receiver, "webhook-id")))
        .containsExactly(dead.at("/items/0/messageId"))
        .allMatch(message -> message.startsWith("msg_"));
    assertThat(Set.copyOf(header(receiver, "webhook-timestamp"))).hasSize(5);
    assertThat(receiver.received().stream().map(r -> r.body()).distinct()).hasSize(1);
  }

  @Test
  void the_body_describes_how_the_job_ended() {
    MisbehavingEndpoint receiver = receiver(200);
    webhook(receiver, "job.dead");
    server
        .put(
            "/api/v1/queues/mail",
            "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"mail.dead\","
                + " \"deadLetterOn\": \"all\"}")
        .is(201);
    String job = failed("mail", "no such mailbox");

    server.runDue();

    JsonNode body = Json.read(last(receiver).body());
    assertThat(last(receiver).requestLine()).isEqualTo("POST /hook HTTP/1.1");
    assertThat(last(receiver).headers())
        .containsEntry("content-type", "application/json")
        .hasEntrySatisfying("user-agent", agent -> assertThat(agent).startsWith("TaskForge/"));
    assertThat(body.at("/type").stringValue()).isEqualTo("job.dead");
    assertThat(body.at("/timestamp").stringValue()).isEqualTo("2030-01-01T00:00:00Z");
    JsonNode data = body.at("/data");
    assertThat(data.at("/jobId").stringValue()).isEqualTo(job);
    assertThat(data.at("/queue").stringValue()).isEqualTo("mail");
    assertThat(data.at("/type").stringValue()).isEqualTo("work");
    assertThat(data.at("/tenant").stringValue()).isEqualTo("default");
    assertThat(data.at("/state").stringValue()).isEqualTo("DEAD");
    assertThat(data.at("/attempts").intValue()).isEqualTo(1);
    assertThat(data.at("/error/type").stringValue()).isEqualTo("broken");
    assertThat(data.at("/error/message").stringValue()).isEqualTo("no such mailbox");
    assertThat(data.at("/deadLetterQueue").stringValue()).isEqualTo("mail.dead");
    assertThat(data.at("/reason").stringValue()).isNotEmpty();
    assertThat(data.at("/finishedAt").stringValue()).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void each_webhook_receives_only_the_events_it_subscribed_to() {
    MisbehavingEndpoint all = receiver(200);
    MisbehavingEndpoint some = receiver(200);
    MisbehavingEndpoint none = receiver(200);
    webhook(all, "job.succeeded, job.failed, job.cancelled");
    webhook(some, "job.succeeded", ", \"queue\": \"mail\", \"type\": \"work\"");
    webhook(none, "job.succeeded", ", \"queue\": \"elsewhere\"");
    webhook(none, "job.succeeded", ", \"type\": \"play\"");
    webhook(none, "job.dead, alert.raised");
    webhook(none, "job.succeeded", ", \"enabled\": false");
    webhook(none, "job.succeeded, job.failed, job.cancelled", ", \"tenant\": \"acme\"");

    succeeded("mail", "");
    succeeded("other", "");
    failed("mail", "x");
    String id = enqueued("mail", ", \"delay\": \"1h\"");
    server.post("/api/v1/jobs/" + id + "/cancel", "{}").is(200);
    server.runDue();

    assertThat(all.received().stream().map(r -> Json.read(r.body()).at("/type").stringValue()))
        .containsExactlyInAnyOrder("job.succeeded", "job.succeeded", "job.failed", "job.cancelled");
    assertThat(some.received()).hasSize(1);
    assertThat(none.received()).isEmpty();
    assertThat(Set.copyOf(header(all, "webhook-id"))).hasSize(4);
  }

  @Test
  void a_receiver_that_responds_410_gets_no_more_deliveries() {
    MisbehavingEndpoint receiver = receiver(410, 200);
    Answer webhook = webhook(receiver, "job.succeeded");
    String path = WEBHOOKS + "/" + webhook.at("/id");
    succeeded("mail", "");
    succeeded("mail", "");

    server.runDue();
    succeeded("mail", "");
    server.advance(Duration.ofHours(1));

    assertThat(receiver.received()).hasSize(1);
    Answer shown = server.get(path).is(200);
    assertThat(shown.at("/enabled")).isEqualTo("false");
    assertThat(shown.at("/disabledAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(shown.at("/disabledReason")).contains("HTTP 410").contains("no more");
    assertThat(deliveries(webhook).json().at("/items").findValuesAsString("state"))
        .containsExactly("CANCELLED", "CANCELLED");
    assertThat(deliveries(webhook).json().at("/items").findValuesAsString("lastStatus"))
        .containsExactlyInAnyOrder("410", "");
    server.post(path + "/test").is(409);

    server
        .put(
            path,
            "{\"url\": \"%s\", \"events\": [\"job.succeeded\"]}".formatted(receiver.url("/new")))
        .is(200);
    succeeded("mail", "");
    server.runDue();

    assertThat(server.get(path).at("/disabledReason")).isEqualTo("null");
    assertThat(last(receiver).requestLine()).startsWith("POST /new ");
  }

  @Test
  void a_410_response_is_written_to_the_log_and_the_audit_log() {
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    Logger logger = (Logger) LoggerFactory.getLogger(WebhookHandler.class);
    logger.addAppender(appender);
    logger.setLevel(Level.WARN);
    Answer webhook;
    try {
      webhook = webhook(receiver(410), "job.succeeded", ", \"tenant\": \"acme\"");
      succeeded("mail", ", \"tenant\": \"acme\"");
      server.runDue();
    } finally {
      logger.setLevel(null);
      logger.detachAppender(appender);
    }

    assertThat(appender.list)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.WARN);
              assertThat(event.getFormattedMessage()).contains("disabled", "HTTP 410");
              assertThat(event.getKeyValuePairs())
                  .extracting(pair -> pair.key + "=" + pair.value)
                  .contains("tenantId=acme", "webhookId=" + webhook.at("/id"));
            });
    Answer audit = server.get("/api/v1/audit?action=webhook.disable").is(200);
    assertThat(audit.at("/items/0/actor")).isEqualTo("system");
    assertThat(audit.at("/items/0/tenant")).isEqualTo("acme");
    assertThat(audit.at("/items/0/target/id")).isEqualTo(webhook.at("/id"));
    assertThat(audit.at("/items/0/detail/reason")).contains("HTTP 410");
    assertThat(audit.json().at("/items")).hasSize(1);
  }

  @Test
  void a_test_event_is_delivered_like_any_other() {
    MisbehavingEndpoint receiver = receiver(503, 200);
    Answer webhook = webhook(receiver, "job.dead", ", \"queue\": \"mail\"");

    Answer test = server.post(WEBHOOKS + "/" + webhook.at("/id") + "/test").is(202);
    server.runDue();
    server.advance(Duration.ofSeconds(30));

    assertThat(test.at("/event")).isEqualTo("webhook.test");
    assertThat(test.at("/state")).isEqualTo("QUEUED");
    assertThat(Json.read(last(receiver).body()).at("/type").stringValue())
        .isEqualTo("webhook.test");
    assertThat(header(receiver, "webhook-id"))
        .containsExactly(test.at("/messageId"), test.at("/messageId"));
    assertThat(deliveries(webhook).at("/items/0/state")).isEqualTo("SUCCEEDED");
  }

  @Test
  void deliveries_do_not_trigger_webhooks() {
    MisbehavingEndpoint receiver = receiver(200);
    webhook(receiver, "job.succeeded, job.failed, job.dead, job.cancelled");
    succeeded("mail", "");

    server.runDue();
    server.advance(Duration.ofHours(1));

    assertThat(receiver.received()).hasSize(1);
  }
}
