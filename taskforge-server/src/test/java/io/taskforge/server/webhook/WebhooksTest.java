package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.secret.SecretBox;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WebhooksTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final QueueName MAIL = new QueueName("mail");
  private static final JobTypeName WORK = new JobTypeName("work");
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final ManualClock clock = ManualClock.startingAt(NOW);
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final Webhooks webhooks = open(SecretBox.PLAIN);

  private Webhooks open(SecretBox box) {
    return Webhooks.open(store, box, new SplittableRandom(1), new SequentialIds(clock));
  }

  @AfterEach
  void close() {
    webhooks.close();
    store.close();
  }

  private static WebhookSettings settings(WebhookEvent... events) {
    return new WebhookSettings(
        "", "http://example.org/", EnumSet.copyOf(List.of(events)), null, null, true, false);
  }

  private void create(TenantId tenant, WebhookSettings settings) {
    assertThat(webhooks.create(tenant, settings)).isPresent();
  }

  @Test
  void a_change_applies_on_its_node_at_once_and_soon_on_other_nodes() {
    try (Webhooks other = open(SecretBox.PLAIN)) {
      WebhookDeliveries elsewhere = other.deliveries();
      StoredWebhook made =
          webhooks.create(ACME, settings(WebhookEvent.JOB_DEAD)).orElseThrow().stored();

      assertThat(webhooks.deliveries().wants(ACME, MAIL, WORK, JobState.DEAD)).isTrue();
      await().until(() -> elsewhere.wants(ACME, MAIL, WORK, JobState.DEAD));

      webhooks.delete(made);
      assertThat(webhooks.deliveries().wants(ACME, MAIL, WORK, JobState.DEAD)).isFalse();
      await().until(() -> !elsewhere.wants(ACME, MAIL, WORK, JobState.DEAD));
    }
  }

  @Test
  void a_webhook_ignores_other_tenants_other_events_and_deliveries() {
    create(ACME, settings(WebhookEvent.JOB_DEAD));
    WebhookDeliveries hook = webhooks.deliveries();

    assertThat(hook.wants(ACME, MAIL, WORK, JobState.DEAD)).isTrue();
    assertThat(hook.wants(TenantId.DEFAULT, MAIL, WORK, JobState.DEAD)).isFalse();
    assertThat(hook.wants(ACME, MAIL, WORK, JobState.SUCCEEDED)).isFalse();
    assertThat(hook.wants(ACME, MAIL, WebhookDelivery.TYPE, JobState.DEAD)).isFalse();
  }

  @Test
  void an_alert_is_delivered_to_its_tenant_and_to_webhooks_for_all_tenants() {
    create(ACME, settings(WebhookEvent.ALERT_RAISED));
    create(TenantId.DEFAULT, settings(WebhookEvent.ALERT_RAISED));
    TenantId ops = new TenantId("ops");
    create(
        ops,
        new WebhookSettings(
            "",
            "https://example.com/ops",
            EnumSet.of(WebhookEvent.ALERT_RAISED, WebhookEvent.JOB_DEAD),
            null,
            null,
            true,
            true));
    WebhookDeliveries deliveries = webhooks.deliveries();

    List<NewJob> own =
        deliveries.forAlert(
            ACME, WebhookEvent.ALERT_RAISED, NOW, Json.object().put("rule", "r"), "a1");
    List<NewJob> operators =
        deliveries.forAlert(ops, WebhookEvent.ALERT_RAISED, NOW, Json.object(), "a1");

    assertThat(own).extracting(NewJob::tenant).containsExactly(ACME, ops);
    assertThat(operators).extracting(NewJob::tenant).containsExactly(ops);
    assertThat(deliveries.wants(ACME, MAIL, WORK, JobState.DEAD)).isFalse();
    assertThat(deliveries.forAlert(ACME, WebhookEvent.ALERT_RESOLVED, NOW, Json.object(), "a1"))
        .isEmpty();
    JsonNode body = Json.read(WebhookDelivery.read(Json.read(own.get(0).payload().json())).body());
    assertThat(body.at("/type").stringValue()).isEqualTo("alert.raised");
    assertThat(body.at("/timestamp").stringValue()).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(body.at("/data/rule").stringValue()).isEqualTo("r");
  }

  @Test
  void a_secret_is_stored_encrypted_and_decrypted_to_sign() {
    SecretBox reversing =
        new SecretBox() {
          @Override
          public String seal(String plain) {
            return "r:" + new StringBuilder(plain).reverse();
          }

          @Override
          public String open(String sealed) {
            return new StringBuilder(sealed.substring(2)).reverse().toString();
          }
        };
    try (Webhooks sealing = open(reversing)) {
      Webhooks.WithSecret made =
          sealing.create(ACME, settings(WebhookEvent.JOB_DEAD)).orElseThrow();

      Document stored = store.documents().list(DocumentKind.WEBHOOK, ACME, null, 1).items().get(0);
      assertThat(stored.json()).doesNotContain(made.secret()).contains("r:");
      assertThat(sealing.secrets(made.stored().webhook(), NOW)).containsExactly(made.secret());
      assertThat(made.toString() + made.stored()).doesNotContain("whsec", "r:");
      assertThatThrownBy(() -> webhooks.secrets(made.stored().webhook(), NOW))
          .hasMessageContaining("no encryption key is configured");
    }
  }

  @Test
  void an_unreadable_document_does_not_stop_other_webhooks() {
    store.documents().create(Webhooks.key(ACME, "wh_broken"), "{\"later\": 1}", null);

    create(ACME, settings(WebhookEvent.JOB_DEAD));

    assertThat(webhooks.deliveries().wants(ACME, MAIL, WORK, JobState.DEAD)).isTrue();
  }
}
