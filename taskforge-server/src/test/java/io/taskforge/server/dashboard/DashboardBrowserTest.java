package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The dashboard in a real browser. */
class DashboardBrowserTest extends BrowserTest {
  private static final String HOSTILE = "<img src=x onerror=alert(1)>";

  private static String json(String text) {
    return text.replace("HOSTILE", HOSTILE);
  }

  /** Creates a queue with one dead letter whose payload and error contain hostile text. */
  private String putDeadLetter() throws Exception {
    call(
        "PUT",
        "/queues/mail",
        "{\"retryPolicy\": {\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1h\"},"
            + " \"maxRetries\": 0}, \"deadLetterQueue\": \"mail.dead\"}");
    String id =
        call(
                "POST",
                "/jobs",
                json(
                    "{\"type\": \"send\", \"queue\": \"mail\", \"payload\": {\"HOSTILE\":"
                        + " \"HOSTILE\", \"big\": 12345678901234567890123}}"))
            .path("id")
            .asString();
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
        json(
            "{\"errorType\": \"refused\", \"message\": \"HOSTILE\", \"stackTrace\":"
                + " \"at HOSTILE\"}"));
    return id;
  }

  @Test
  void every_page_opens_without_an_error_and_shows_hostile_text_as_text() throws Exception {
    String id = putDeadLetter();
    call(
        "POST",
        "/schedules",
        json(
            "{\"id\": \"nightly\", \"name\": \"HOSTILE\", \"cron\": \"0 3 * * *\", \"job\":"
                + " {\"type\": \"send\", \"queue\": \"mail\"}}"));
    String hook =
        call(
                "POST",
                "/webhooks",
                json(
                    "{\"name\": \"HOSTILE\", \"url\": \"http://127.0.0.1:9/\", \"events\":"
                        + " [\"job.dead\"]}"))
            .path("id")
            .asString();
    call("POST", "/destinations/api:443/hold", json("{\"reason\": \"HOSTILE\"}"));
    for (String page :
        List.of(
            "jobs/" + id,
            "jobs",
            "dead-letters",
            "failure-groups",
            "destinations",
            "schedules",
            "schedules/nightly",
            "webhooks",
            "webhooks/" + hook)) {
      tab.open(server.url() + "/#/" + page);
      tab.awaitText(HOSTILE);
      assertHarmless(page);
    }
    call("PUT", "/policies/slow", "{\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}}");
    for (String page :
        List.of(
            "",
            "?period=day",
            "?period=week",
            "queues",
            "queues/mail",
            "workers",
            "redrives",
            "alerts",
            "policies",
            "alert-rules",
            "tenants",
            "keys",
            "audit")) {
      tab.open(server.url() + "/#/" + page);
      tab.await("document.querySelector('h1') && !document.querySelector('.loading')");
      assertHarmless(page);
    }
  }

  @Test
  void a_schedules_id_among_the_jobs_leads_to_its_page_with_its_runs() throws Exception {
    String id =
        call("POST", "/calls", "{\"schedule\": \"@yearly\", \"api\": \"http://127.0.0.1:9/\"}")
            .at("/schedule/id")
            .asString();
    String job = call("POST", "/schedules/" + id + "/trigger", "").path("id").asString();

    tab.open(server.url() + "/#/jobs/" + id);
    tab.await("document.querySelector('main td a[href*=\"" + job + "\"]')");
    assertThat(tab.evaluate("location.hash").asString()).startsWith("#/schedules/" + id);
    tab.assertNoTrouble();
  }

  private void assertHarmless(String page) {
    assertThat(tab.evaluate("document.querySelectorAll('[onerror], main img').length").asInt())
        .as(page)
        .isZero();
    assertThat(tab.evaluate("document.querySelectorAll('[role=alert]').length").asInt())
        .as(page)
        .isZero();
    tab.assertNoTrouble();
  }

  @Test
  void a_payload_is_shown_exactly() throws Exception {
    tab.open(server.url() + "/#/jobs/" + putDeadLetter());

    tab.awaitText("12345678901234567890123");
  }

  @Test
  void changes_are_shown_without_reloading_the_page() throws Exception {
    tab.open(server.url() + "/");
    tab.awaitText("due now");
    tab.await("document.querySelector('.live').textContent === 'live'");
    tab.evaluate("window.sameDocument = true");

    String job =
        call(
                "POST",
                "/jobs",
                "{\"type\": \"http\", \"queue\": \"calls\", \"retryPolicy\": {\"backoff\":"
                    + " {\"strategy\": \"fixed\", \"delay\": \"1h\"}}, \"payload\": {\"url\":"
                    + " \"http://127.0.0.1:9/\"}}")
            .path("id")
            .asString();

    tab.await("document.querySelector('.changes a[href*=\"" + job + "\"]')");
    tab.await("[...document.querySelectorAll('td a')].some(a => a.textContent === 'calls')");
    assertThat(tab.evaluate("window.sameDocument === true").asBoolean()).isTrue();
    tab.assertNoTrouble();
  }

  @Test
  void a_dead_letter_is_redriven_and_one_is_deleted_only_after_confirmation() throws Exception {
    String id = putDeadLetter();
    tab.open(server.url() + "/#/dead-letters");
    tab.await("document.querySelector('input.pick')");
    tab.evaluate("document.querySelector('input.pick').click()");
    tab.click("Delete selected");
    tab.awaitText("Delete 1 dead letter?");
    tab.click("Go back");
    assertThat(stateOf(id)).isEqualTo("DEAD");

    tab.click("Redrive all");
    tab.awaitText("1 dead letter will be queued again");
    assertThat(stateOf(id)).isEqualTo("DEAD");
    tab.type("Rate limit, jobs per second", "5");
    tab.click("Redrive 1 job");

    tab.awaitText("1 of 1 dead letter");
    tab.awaitText("5 per second");
    tab.awaitText("Checking whether they fail again");
    assertThat(stateOf(id)).isEqualTo("QUEUED");
    tab.assertNoTrouble();
  }

  @Test
  void a_job_is_cancelled_with_a_reason_and_the_servers_errors_are_shown() throws Exception {
    String id =
        call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"mail\"}").path("id").asString();
    tab.open(server.url() + "/#/jobs/" + id);
    tab.click("Reschedule");
    tab.type("Delay from now", "never");
    tab.evaluate("document.querySelector('dialog form').requestSubmit()");
    tab.awaitText("The request is not valid");
    tab.click("Go back");

    tab.click("Cancel");
    tab.type("Reason", HOSTILE);
    tab.click("Cancel job");

    tab.await("document.querySelector('.headline .badge').textContent.includes('cancelled')");
    assertThat(stateOf(id)).isEqualTo("CANCELLED");
    tab.assertNoTrouble();
  }

  @Test
  void a_required_key_is_requested_and_kept_only_in_the_tab() throws Exception {
    String key =
        call("POST", "/keys", "{\"scope\": \"admin\", \"allTenants\": true, \"name\": \"ops\"}")
            .path("key")
            .asString();
    tab.open(server.url() + "/");
    tab.awaitText("This server requires an API key.");
    tab.type("Key", key);
    tab.click("Use key");

    tab.awaitText("due now");
    tab.await("document.querySelector('.live').textContent === 'live'");
    assertThat(tab.evaluate("Object.values(sessionStorage).join()").asString()).isEqualTo(key);
    assertThat(tab.evaluate("localStorage.length + document.cookie.length").asInt()).isZero();
    assertThat(tab.evaluate("location.href + document.body.innerText").asString())
        .doesNotContain(key);
    tab.assertNoTrouble();
  }
}
