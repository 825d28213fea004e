package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.server.api.Answer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.BrokenFraming;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Receivers that misbehave, and webhooks that change while deliveries are pending. */
class WebhookTroubleTest extends WebhookTest {
  @Test
  void a_redirect_is_a_failure_and_is_not_followed() {
    MisbehavingEndpoint elsewhere = receiver(200);
    MisbehavingEndpoint receiver =
        receiver(Behaviour.status(302, "", "Location: " + elsewhere.url("/")));
    Answer webhook = webhook(receiver, "job.succeeded");
    succeeded("mail", "");

    server.runDue();

    assertThat(elsewhere.connections()).isZero();
    assertThat(deliveries(webhook).at("/items/0/state")).isEqualTo("RETRYING");
    assertThat(deliveries(webhook).at("/items/0/lastStatus")).isEqualTo("302");
    assertThat(deliveries(webhook).at("/items/0/lastError/message")).contains("not followed");
    assertThat(deliveries(webhook).at("/items/0/nextRunAt")).isEqualTo("2030-01-01T00:00:30Z");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "HEAD_WITH_BODY")
  void bytes_after_the_end_of_a_response_are_a_failure_whatever_its_status(BrokenFraming framing) {
    Answer webhook = webhook(receiver(framing), "job.succeeded");
    succeeded("mail", "");

    server.runDue();

    assertThat(deliveries(webhook).at("/items/0/state")).isEqualTo("RETRYING");
    assertThat(deliveries(webhook).at("/items/0/lastError/type")).isEqualTo("broken_response");
  }

  @Test
  void pending_deliveries_of_a_deleted_or_disabled_webhook_are_cancelled_with_the_reason() {
    MisbehavingEndpoint receiver = receiver(500);
    Answer deleted = webhook(receiver, "job.succeeded");
    Answer disabled = webhook(receiver, "job.succeeded");
    succeeded("mail", "");
    server.runDue();
    String first = deliveries(deleted).at("/items/0/id");
    String second = deliveries(disabled).at("/items/0/id");
    assertThat(receiver.received()).hasSize(2);

    server.delete(WEBHOOKS + "/" + deleted.at("/id")).is(204);
    server
        .put(
            WEBHOOKS + "/" + disabled.at("/id"),
            "{\"url\": \"%s\", \"events\": [\"job.dead\"], \"enabled\": false}"
                .formatted(receiver.url("/")))
        .is(200);
    server.advance(Duration.ofSeconds(30));

    assertThat(receiver.received()).hasSize(2);
    for (String id : new String[] {first, second}) {
      assertThat(server.get("/api/v1/jobs/" + id).at("/state")).isEqualTo("CANCELLED");
    }
    assertThat(server.get("/api/v1/jobs/" + first + "/history").text()).contains("was deleted");
    assertThat(server.get("/api/v1/jobs/" + second + "/history").text()).contains("is disabled");
  }

  @Test
  void a_target_that_has_since_been_blocked_is_not_called() {
    MisbehavingEndpoint receiver = receiver(200);
    Answer webhook = webhook(receiver, "job.succeeded");
    // As if it had been saved under a different SSRF policy.
    StoredWebhook stored =
        WebhookJson.read(
            server
                .store()
                .documents()
                .find(Webhooks.key(TenantId.DEFAULT, webhook.at("/id")))
                .orElseThrow());
    WebhookSettings settings = stored.webhook().settings();
    server
        .store()
        .documents()
        .replace(
            Webhooks.key(stored.webhook().tenant(), stored.webhook().id()),
            stored.version(),
            WebhookJson.write(
                stored
                    .webhook()
                    .withSettings(
                        new WebhookSettings(
                            "",
                            "http://169.254.169.254/",
                            settings.events(),
                            null,
                            null,
                            true,
                            false))),
            null);
    succeeded("mail", "");

    server.runDue();

    assertThat(deliveries(webhook).at("/items/0/state")).isEqualTo("DEAD");
    assertThat(deliveries(webhook).at("/items/0/lastError/type")).isEqualTo("target_blocked");
    assertThat(receiver.received()).isEmpty();
  }

  @Test
  void the_deadline_covers_the_whole_call_including_an_endless_response() throws Exception {
    MisbehavingEndpoint receiver = receiver(Behaviour.dripBody());
    Answer webhook = webhook(receiver, "job.succeeded");
    succeeded("mail", "");

    Thread worker = new Thread(server::runDue);
    worker.start();
    receiver.awaitRequest();
    server.clock().advance(Duration.ofSeconds(14));
    worker.join(200);
    assertThat(worker.isAlive()).isTrue();
    server.clock().advance(Duration.ofSeconds(1));
    worker.join(10_000);

    assertThat(worker.isAlive()).isFalse();
    assertThat(deliveries(webhook).at("/items/0/lastError/type")).isEqualTo("timeout");
    assertThat(deliveries(webhook).at("/items/0/state")).isEqualTo("RETRYING");
  }
}
