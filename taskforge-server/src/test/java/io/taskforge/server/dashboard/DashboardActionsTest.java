package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Actions of the dashboard do what the page shows and nothing else. */
class DashboardActionsTest extends BrowserTest {
  private String putDeadLetter(String tenant, String queue) throws Exception {
    call(
        "PUT",
        "/queues/" + queue,
        "{\"retryPolicy\": {\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1h\"},"
            + " \"maxRetries\": 0}, \"deadLetterQueue\": \"%s.dead\"}".formatted(queue));
    String id =
        call(
                "POST",
                "/jobs",
                "{\"type\": \"send\", \"queue\": \"%s\", \"tenant\": \"%s\"}"
                    .formatted(queue, tenant))
            .path("id")
            .asString();
    String token =
        call(
                "POST",
                "/claims",
                "{\"worker\": \"w\", \"types\": [\"send\"], \"queues\": [\"%s\"]}".formatted(queue))
            .at("/items/0/token")
            .asString();
    call("POST", "/leases/" + token + "/fail", "{\"errorType\": \"refused\", \"message\": \"no\"}");
    assertThat(stateOf(id)).isEqualTo("DEAD");
    return id;
  }

  @Test
  void disabling_a_webhook_changes_nothing_else() throws Exception {
    String id =
        call(
                "POST",
                "/webhooks",
                "{\"name\": \"pager\", \"url\": \"http://127.0.0.1:9/\", \"events\":"
                    + " [\"alert.raised\"], \"allTenants\": true}")
            .path("id")
            .asString();
    tab.open(server.url() + "/#/webhooks/" + id);
    tab.awaitText("of all tenants");
    tab.click("Disable");
    tab.awaitText("Disable pager?");
    tab.click("Disable");
    tab.await("document.querySelector('.headline .badge').textContent.includes('disabled')");

    JsonNode hook = get("/webhooks/" + id);
    assertThat(hook.path("enabled").asBoolean()).isFalse();
    assertThat(hook.path("allTenants").asBoolean()).isTrue();
    tab.assertNoTrouble();
  }

  @Test
  void a_redrive_of_a_failure_group_respects_the_filters_of_the_page() throws Exception {
    String wanted = putDeadLetter("ann", "mail");
    String elsewhere = putDeadLetter("ann", "sms");
    String ofAnother = putDeadLetter("bob", "mail");
    tab.open(
        server.url() + "/#/failure-groups?tenant=ann&queue=mail&from=2020-01-01T00%3A00%3A00Z");
    tab.await("document.querySelector('td a[href*=dead-letters]')");
    assertThat(tab.evaluate("document.querySelector('td a[href*=dead-letters]').hash").asString())
        .contains("tenant=ann", "source=mail", "finishedFrom=2020-01-01");
    tab.click("Redrive");
    tab.awaitText("1 dead letter will be queued again");
    tab.click("Redrive 1 job");
    tab.awaitText("1 of 1 dead letter");

    assertThat(stateOf(wanted)).isEqualTo("QUEUED");
    assertThat(stateOf(elsewhere)).isEqualTo("DEAD");
    assertThat(stateOf(ofAnother)).isEqualTo("DEAD");
    tab.assertNoTrouble();
  }

  @Test
  void attempts_are_shown_since_the_redrive_and_in_total() throws Exception {
    String id = putDeadLetter("ann", "mail");
    call("POST", "/dead-letters/" + id + "/redrive", "{}");
    tab.open(server.url() + "/#/jobs/" + id);
    tab.awaitText("0 of 1 (1 total): 0 failed");
    call("POST", "/jobs/" + id + "/cancel", "{\"reason\": \"sent by post\"}");
    tab.open(server.url() + "/#/jobs");
    tab.awaitText("0 (1 total)");
    tab.open(server.url() + "/#/jobs/" + id);
    tab.awaitText("Ended by request");
    tab.awaitText("sent by post");
    tab.assertNoTrouble();
  }

  @Test
  void a_new_redrive_is_shown_first_and_only_once() throws Exception {
    for (int i = 0; i < 8; i++) {
      call("POST", "/redrives", "{\"filter\": {}}", "Idempotency-Key", "k" + i);
    }
    putDeadLetter("ann", "mail");
    tab.open(server.url() + "/#/dead-letters");
    tab.click("Redrive all");
    tab.click("Redrive 1 job");

    tab.await("document.querySelectorAll('article').length === 9");
    assertThat(tab.evaluate("document.querySelector('article h2').textContent").asString())
        .endsWith(" of 1 dead letter");
    assertThat(tab.evaluate("location.hash").asString()).startsWith("#/redrives?id=");

    tab.open(server.url() + "/#/redrives?id=00000000-0000-7000-8000-000000000000");
    tab.await("document.querySelectorAll('article').length === 9");
    tab.assertNoTrouble();
  }

  @Test
  void an_empty_page_of_redrives_that_is_not_the_last_offers_to_show_more() throws Exception {
    tab.open(server.url() + "/#/audit");
    tab.evaluate(
        "const real = fetch; window.fetch = (url, ...rest) => String(url).includes('/redrives')"
            + " ? Promise.resolve(new Response('{\"items\": [], \"next\": \"x\"}'))"
            + " : real(url, ...rest); location.hash = '#/redrives'");

    tab.awaitText("Show more");
    assertThat(tab.evaluate("document.body.innerText").asString()).doesNotContain("No redrive in");
    tab.assertNoTrouble();
  }

  @Test
  void a_destination_is_held_with_a_reason_and_released() throws Exception {
    tab.open(server.url() + "/#/destinations");
    tab.awaitText("No destination has failed");
    tab.click("Hold a destination");
    tab.type("Destination", "api:443");
    tab.type("Reason", "upgrade");
    tab.type("For", "30m");
    tab.evaluate("document.querySelector('dialog form').requestSubmit()");
    tab.awaitText("by local: upgrade");

    tab.click("Release");
    tab.type("Reason", "done");
    tab.evaluate("document.querySelector('dialog form').requestSubmit()");
    tab.awaitText("recovering");
    assertThat(call("GET", "/destinations/api:443", "").path("access").asString())
        .isEqualTo("limited");
    tab.assertNoTrouble();
  }
}
