package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Failure groups, alerts, deliveries and jobs, as an operator handles them in a browser. */
class TriageBrowserTest extends BrowserTest {
  private static final String CLAIM =
      "{\"worker\": \"w\", \"version\": \"1.4.2\", \"types\": [\"send\"], \"queues\": [\"mail\"]}";

  /** Lets a job end as a dead letter. */
  private void putDeadLetter() throws Exception {
    putJob();
    failJob();
  }

  private String putJob() throws Exception {
    call("PUT", "/queues/mail", "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"mail.dead\"}");
    return call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"mail\"}").path("id").asString();
  }

  private void failJob() throws Exception {
    String token = call("POST", "/claims", CLAIM).at("/items/0/token").asString();
    call(
        "POST",
        "/leases/" + token + "/fail",
        "{\"errorType\": \"refused\", \"message\": \"450 mailbox busy\"}");
  }

  @Test
  void a_failure_group_gets_an_owner_and_is_muted() throws Exception {
    putDeadLetter();
    tab.open(server.url() + "/#/failure-groups");
    tab.awaitText("450 mailbox busy");
    tab.click("Assign");
    tab.type("Owner", "mail team");
    tab.type("Note", "see INC-42");
    tab.click("Save");
    tab.awaitText("mail team");

    String group = get("/failure-groups").at("/items/0/fingerprint").asString();
    tab.open(server.url() + "/#/failure-groups/" + group);
    tab.awaitText("Owner: mail team");
    tab.awaitText("see INC-42");
    tab.awaitText("1.4.2");
    tab.awaitText("Failures per hour");
    tab.click("Mute");
    tab.awaitText("muted");

    assertThat(get("/failure-groups").at("/items/0/owner").asString()).isEqualTo("mail team");
    tab.open(server.url() + "/#/failure-groups");
    tab.awaitText("No failures");
    tab.click("Muted");
    tab.awaitText("450 mailbox busy");
    tab.click("Unmute");
    tab.awaitText("No muted groups");
    tab.assertNoTrouble();
  }

  @Test
  void an_alert_is_snoozed() throws Exception {
    call("PUT", "/alert-rules/dead-letters", "{\"for\": \"0s\"}");
    putDeadLetter();
    server.server().alerts().turn();
    tab.open(server.url() + "/#/alerts");
    tab.awaitText("1 dead letter in queue mail.dead");
    tab.click("Snooze");
    tab.awaitText("Snooze this alert?");
    tab.click("Snooze");
    tab.awaitText("Snoozed by local");

    assertThat(get("/alerts").at("/items/0/snoozedUntil").isString()).isTrue();
    tab.open(server.url() + "/#/");
    tab.awaitText("snoozed, since");
    tab.assertNoTrouble();
  }

  @Test
  void a_delivery_shows_its_request_and_the_response() throws Exception {
    String hook =
        call(
                "POST",
                "/webhooks",
                "{\"url\": \"%s/nowhere\", \"events\": [\"job.dead\"]}".formatted(server.url()))
            .path("id")
            .asString();
    call("POST", "/webhooks/" + hook + "/test", "{}");
    tab.open(server.url() + "/#/webhooks/" + hook);
    tab.awaitText("http_404");
    tab.click("Details");
    tab.awaitText("webhook-signature: ***");
    tab.awaitText("answered HTTP 404");
    tab.awaitText("This is a test; nothing has happened.");
    tab.click("Close");
    tab.assertNoTrouble();
  }

  @Test
  void a_job_links_to_its_failure_group_and_shows_when_its_queue_was_paused() throws Exception {
    String id = putJob();
    call("POST", "/queues/mail/pause", "");
    call("POST", "/queues/mail/resume", "");
    failJob();
    String group = get("/failure-groups").at("/items/0/fingerprint").asString();

    tab.open(server.url() + "/#/jobs/" + id);
    tab.awaitText("held: queue mail was paused");
    tab.await("document.querySelector('svg.timeline .held')");
    tab.await("document.querySelector('a[href=\"#/failure-groups/" + group + "\"]')");
    tab.assertNoTrouble();
  }
}
