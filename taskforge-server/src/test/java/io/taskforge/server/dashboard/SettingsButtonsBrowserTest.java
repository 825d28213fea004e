package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Buttons that create, change and delete settings: queues, tenants, rules, webhooks, holds. */
class SettingsButtonsBrowserTest extends BrowserTest {
  private String createWebhook(String more) throws Exception {
    return call(
            "POST",
            "/webhooks",
            "{\"name\": \"pager\", \"url\": \"http://127.0.0.1:9/\", \"events\": [\"job.dead\"]%s}"
                .formatted(more))
        .path("id")
        .asString();
  }

  @Test
  void a_new_queue_has_the_settings_of_the_form() throws Exception {
    open("queues");
    tab.click("New queue");
    tab.type("Name", "sms");
    tab.type("Dead letter queue", "sms.dead");
    tab.type("Concurrency", "4");
    tab.click("Save");

    tab.awaitText("Settings saved.");
    tab.await("document.querySelector('td a[href=\"#/queues/sms\"]')");
    JsonNode queue = get("/queues/sms");
    assertThat(queue.path("concurrency").asInt()).isEqualTo(4);
    assertThat(queue.path("deadLetterQueue").asString()).isEqualTo("sms.dead");
    tab.assertNoTrouble();
  }

  @Test
  void deleting_a_queues_settings_keeps_its_jobs() throws Exception {
    call("PUT", "/queues/mail", "{\"concurrency\": 3}");
    String job = enqueue("send");
    open("queues/mail");
    clickAndConfirm("Delete", "Delete settings");

    tab.awaitText("Settings of queue mail deleted.");
    JsonNode queue = get("/queues/mail");
    assertThat(queue.path("concurrency").isNull()).isTrue();
    assertThat(stateOf(job)).isEqualTo("QUEUED");
    tab.assertNoTrouble();
  }

  @Test
  void limits_of_a_tenant_are_changed_and_removed() throws Exception {
    call("PUT", "/tenants/acme", "{\"maxWaiting\": 7}");
    open("tenants");
    tab.click("Limits");
    tab.type("Waiting jobs, at most", "9");
    tab.type("Enqueued jobs per second", "2.5");
    tab.click("Save");
    tab.awaitText("Limits saved.");
    JsonNode tenant = get("/tenants/acme");
    assertThat(tenant.path("maxWaiting").asInt()).isEqualTo(9);
    assertThat(tenant.path("jobsPerSecond").asDouble()).isEqualTo(2.5);

    clickAndConfirm("Remove limits", "Remove limits");
    tab.awaitText("Limits removed.");
    assertThat(get("/tenants").path("items")).isEmpty();
    tab.assertNoTrouble();
  }

  @Test
  void deleting_an_override_keeps_the_general_rule() throws Exception {
    call("PUT", "/alert-rules/dead-letters", "{\"threshold\": 55}");
    call("PUT", "/alert-rules/dead-letters?queue=mail", "{\"threshold\": 77}");
    open("alert-rules");
    tab.awaitText("77");
    clickAndConfirm("Delete", "Delete");

    tab.awaitText("Rule reset to defaults.");
    tab.await("!document.querySelector('td a[href=\"#/queues/mail\"]')");
    assertThat(get("/alert-rules").toString()).contains("55").doesNotContain("77");
    tab.assertNoTrouble();
  }

  @Test
  void a_disabled_webhook_is_enabled_without_other_changes() throws Exception {
    String id = createWebhook(", \"enabled\": false, \"queue\": \"mail\"");
    open("webhooks");
    tab.click("Enable");

    tab.awaitText("Webhook enabled.");
    JsonNode hook = get("/webhooks/" + id);
    assertThat(hook.path("enabled").asBoolean()).isTrue();
    assertThat(hook.path("queue").asString()).isEqualTo("mail");
    tab.assertNoTrouble();
  }

  @Test
  void a_webhook_is_deleted() throws Exception {
    String id = createWebhook("");
    open("webhooks/" + id);
    clickAndConfirm("Delete", "Delete");

    tab.awaitText("Webhook deleted.");
    tab.awaitText("No webhooks");
    assertThat(get("/webhooks/" + id).path("status").asInt()).isEqualTo(404);
    tab.assertNoTrouble();
  }

  @Test
  void all_alerts_of_an_incident_are_acknowledged_with_a_note() throws Exception {
    call("PUT", "/alert-rules/dead-letters", "{\"for\": \"0s\"}");
    for (String queue : new String[] {"mail", "sms"}) {
      call("PUT", "/queues/" + queue, "{\"deadLetterQueue\": \"%s.dead\"}".formatted(queue));
      String id =
          call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"%s\"}".formatted(queue))
              .path("id")
              .asString();
      call("POST", "/jobs/" + id + "/dead-letter", "{}");
    }
    server.server().alerts().turn();
    open("alerts");
    tab.click("Acknowledge 2");
    tab.type("Note", "see INC-42");
    tab.click("Acknowledge");

    tab.awaitText("2 alerts acknowledged.");
    JsonNode alerts = get("/alerts?state=open").path("items");
    assertThat(alerts)
        .hasSize(2)
        .allSatisfy(
            alert -> {
              assertThat(alert.path("acknowledgedBy").asString()).isEqualTo("local");
              assertThat(alert.path("note").asString()).isEqualTo("see INC-42");
            });
    tab.assertNoTrouble();
  }

  @Test
  void a_listed_destination_is_held_for_longer() throws Exception {
    call("POST", "/destinations/api:443/hold", "{\"reason\": \"upgrade\", \"for\": \"5m\"}");
    open("destinations");
    tab.click("Hold");
    tab.type("Reason", "still upgrading");
    tab.type("For", "3h");
    tab.click("Hold");

    tab.awaitText("Destination api:443 held.");
    JsonNode destination = get("/destinations/api:443");
    assertThat(destination.path("hold").asString()).isEqualTo("still upgrading");
    assertThat(Instant.parse(destination.path("until").asString()))
        .isAfter(Instant.now().plus(Duration.ofMinutes(170)));
    tab.assertNoTrouble();
  }
}
