package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dashboard with restricted API keys, in a real browser. */
class KeysBrowserTest extends BrowserTest {
  private String[] admin;

  @BeforeEach
  void fillAndLock() throws Exception {
    call(
        "PUT",
        "/queues/mail",
        "{\"retryPolicy\": {\"maxRetries\": 0, \"backoff\": {\"strategy\": \"fixed\", \"delay\":"
            + " \"1s\"}}, \"deadLetterQueue\": \"mail.dead\"}");
    for (String tenant : new String[] {"acme", "bolt"}) {
      putDeadLetter(tenant);
      call(
          "POST",
          "/schedules",
          ("{\"id\": \"nightly-%1$s\", \"tenant\": \"%1$s\", \"cron\": \"0 3 * * *\","
                  + " \"job\": {\"type\": \"report\", \"queue\": \"mail\"}}")
              .formatted(tenant));
    }
    admin = bearer(key("\"scope\": \"admin\", \"allTenants\": true"));
  }

  private void putDeadLetter(String tenant) throws Exception {
    call(
        "POST",
        "/jobs",
        "{\"type\": \"send\", \"queue\": \"mail\", \"tenant\": \"%s\"}".formatted(tenant));
    String token =
        call(
                "POST",
                "/claims",
                "{\"worker\": \"w\", \"types\": [\"send\"], \"queues\": [\"mail\"]}")
            .at("/items/0/token")
            .asString();
    call(
        "POST",
        "/leases/" + token + "/fail",
        "{\"errorType\": \"refused\", \"message\": \"refused by %s\"}".formatted(tenant));
  }

  private String key(String what, String... headers) throws Exception {
    return call("POST", "/keys", "{%s}".formatted(what), headers).path("key").asString();
  }

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }

  private void openWith(String what, String page) throws Exception {
    String key = key(what, admin);
    tab.open(server.url() + "/#/" + page);
    tab.type("Key", key);
    tab.click("Use key");
    tab.await("document.querySelector('h1') && !document.querySelector('.loading, dialog')");
  }

  private String menu() {
    return tab.evaluate("[...document.querySelectorAll('#menu a')].map(a => a.textContent).join()")
        .asString();
  }

  private String text() {
    return tab.evaluate("document.querySelector('main').innerText").asString();
  }

  private void assertNoErrors() {
    assertThat(tab.evaluate("document.querySelectorAll('[role=alert]').length").asInt()).isZero();
    tab.assertNoTrouble();
  }

  @Test
  void a_tenants_key_opens_the_overview_of_that_tenant() throws Exception {
    openWith("\"scope\": \"read\", \"tenant\": \"acme\"", "");

    tab.awaitText("refused by acme");
    assertThat(text())
        .contains("Tenant acme", "mail.dead", "nightly-acme", "Failures", "Dead letters")
        .doesNotContain("bolt");
    assertThat(menu())
        .isEqualTo(
            "Overview,Jobs,Queues,Destinations,Alerts,Dead letters,Failure"
                + " groups,Redrives,Schedules,Webhooks,Retry policies,Policy lab");
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('.tab')]"
                        + ".find(t => t.textContent.startsWith('dead')).textContent")
                .asString())
        .isEqualTo("dead1");
    assertNoErrors();
  }

  @Test
  void a_tenants_admin_key_also_opens_the_audit_log() throws Exception {
    openWith("\"scope\": \"admin\", \"tenant\": \"acme\"", "audit");

    assertThat(menu()).endsWith("API keys,Audit log");
    assertNoErrors();
  }

  @Test
  void a_tenants_key_opens_its_queues_and_cannot_change_them() throws Exception {
    openWith("\"scope\": \"admin\", \"tenant\": \"acme\"", "queues/mail.dead");

    tab.awaitText("Rate limit per worker");
    assertThat(text()).doesNotContain("Pause", "Settings\n");
    tab.evaluate("location.hash = '#/queues'");
    tab.awaitText("mail.dead");
    assertThat(text()).doesNotContain("Pause");
    assertNoErrors();
  }

  @Test
  void a_page_that_the_key_cannot_open_explains_why() throws Exception {
    openWith("\"scope\": \"write\", \"tenant\": \"acme\"", "audit");

    tab.awaitText("needs a key with scope admin; this key has scope write");
    assertThat(text()).contains("This key cannot open this page");
    assertNoErrors();
  }

  @Test
  void an_operators_read_key_shows_no_buttons_for_changes() throws Exception {
    openWith("\"scope\": \"read\", \"allTenants\": true", "");

    tab.awaitText("due now");
    assertThat(menu()).contains("Queues").doesNotContain("Audit");
    for (String page : new String[] {"queues", "queues/mail", "dead-letters", "schedules"}) {
      tab.open(server.url() + "/#/" + page);
      tab.await("document.querySelector('h1') && !document.querySelector('.loading')");
      assertThat(
              tab.evaluate(
                      "[...document.querySelectorAll('main button')].map(b => b.textContent)"
                          + ".filter(name => !['Filter', 'Show more', 'Copy'].includes(name))"
                          + ".join()")
                  .asString())
          .as(page)
          .isEmpty();
    }
    assertNoErrors();
  }

  @Test
  void a_read_key_exports_jobs() throws Exception {
    openWith("\"scope\": \"read\", \"allTenants\": true", "jobs");

    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('.bar-of-actions button')]"
                        + ".map(b => b.textContent).join()")
                .asString())
        .isEqualTo("Density: comfortable,Export");
    assertNoErrors();
  }

  @Test
  void a_key_is_created_and_revoked() throws Exception {
    openWith("\"scope\": \"admin\", \"allTenants\": true", "keys");
    tab.click("New key");
    tab.type("Name", "ci");
    tab.click("Create");
    tab.awaitText("The new key");
    tab.await("document.querySelector('dialog').textContent.includes('tfk_')");
    tab.evaluate("document.querySelector('dialog form').requestSubmit()");
    tab.await("[...document.querySelectorAll('td')].some(td => td.textContent === 'ci')");
    tab.evaluate(
        "[...document.querySelectorAll('tr')].find(row => row.textContent.includes('ci'))"
            + ".querySelector('button').click()");
    tab.awaitText("Revoke ci?");
    tab.click("Revoke");
    tab.awaitText("Key revoked.");
    assertNoErrors();
  }

  @Test
  void a_missing_queue_is_one_message() throws Exception {
    openWith("\"scope\": \"read\", \"allTenants\": true", "queues");
    tab.evaluate("location.hash = '#/queues/nowhere'");

    tab.awaitText("there is no queue nowhere");
    tab.await("document.querySelector('h1')");
    tab.await("!document.querySelector('.loading')");
    assertThat(tab.evaluate("document.querySelectorAll('[role=alert]').length").asInt())
        .isEqualTo(1);
  }
}
