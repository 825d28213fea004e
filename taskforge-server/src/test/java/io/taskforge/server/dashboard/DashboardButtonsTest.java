package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The buttons of each page, clicked one after the other. */
class DashboardButtonsTest extends BrowserTest {
  private static final String NO_RETRIES =
      "\"retryPolicy\": {\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1h\"}, \"maxRetries\":"
          + " 0}";

  private static final String POLICY =
      "{\"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}, \"maxRetries\": %d}";

  @Test
  void a_queue_is_paused_and_resumed() throws Exception {
    call("PUT", "/queues/mail", "{}");
    open("queues");
    clickAndConfirm("Pause", "Pause");
    tab.awaitText("Queue mail paused.");
    assertThat(get("/queues/mail").path("paused").asBoolean()).isTrue();
    tab.click("Resume");
    tab.awaitText("Queue mail resumed.");
    assertThat(get("/queues/mail").path("paused").asBoolean()).isFalse();
    tab.assertNoTrouble();
  }

  @Test
  void a_worker_is_quieted_resumed_and_stopped() throws Exception {
    open("workers");
    tab.click("Quiet");
    tab.awaitText("claims no more jobs");
    tab.click("Resume");
    tab.awaitText("claims jobs again");
    clickAndConfirm("Stop", "Stop");
    tab.await("document.querySelector('main .badge')?.textContent.includes('stopping')");
    tab.assertNoTrouble();
  }

  @Test
  void what_is_new_does_not_replace_what_exists() throws Exception {
    call("PUT", "/queues/mail", "{\"concurrency\": 3}");
    call("PUT", "/policies/gentle", POLICY.formatted(2));
    call(
        "POST",
        "/schedules",
        "{\"id\": \"nightly\", \"cron\": \"0 3 * * *\", \"job\": {\"type\": \"report\"}}");
    open("queues");
    tab.click("New queue");
    tab.type("Name", "mail");
    tab.click("Save");
    tab.awaitText("queue mail already exists");
    open("policies");
    tab.click("New policy");
    tab.type("Name", "gentle");
    tab.click("Save");
    tab.awaitText("policy gentle already exists");
    open("schedules");
    tab.click("New schedule");
    tab.type("Id", "nightly");
    tab.type("Job type", "other");
    tab.click("Save");
    tab.awaitText("nightly already exists");

    assertThat(get("/queues/mail").path("concurrency").asInt()).isEqualTo(3);
    assertThat(get("/policies/gentle").at("/policy/maxRetries").asInt()).isEqualTo(2);
    assertThat(get("/schedules/nightly").at("/job/type").asString()).isEqualTo("report");
    tab.assertNoTrouble();
  }

  @Test
  void a_schedule_is_run_paused_resumed_and_edited() throws Exception {
    call(
        "POST",
        "/schedules",
        "{\"id\": \"nightly\", \"cron\": \"0 3 * * *\", \"zone\": \"+02:00\", \"job\": {\"type\":"
            + " \"report\"}}");
    open("schedules/nightly");
    tab.await("document.body.textContent.includes('03:00 +02:00')");
    tab.click("Run now");
    tab.awaitText("enqueued.");
    assertThat(get("/jobs?schedule=nightly").path("items")).hasSize(1);
    clickAndConfirm("Pause", "Pause");
    tab.awaitText("nightly paused.");
    tab.click("Resume");
    tab.awaitText("nightly resumed.");
    tab.click("Edit");
    tab.type("Cron expression", "30 4 * * *");
    tab.click("Save");
    tab.awaitText("Schedule saved.");
    assertThat(get("/schedules/nightly").path("cron").asString()).isEqualTo("30 4 * * *");
    tab.assertNoTrouble();
  }

  @Test
  void a_webhook_is_edited_gets_a_new_secret_and_delivers_again() throws Exception {
    String id =
        call(
                "POST",
                "/webhooks",
                "{\"name\": \"pager\", \"url\": \"%s/nowhere\", \"events\": [\"job.dead\"]}"
                    .formatted(server.url()))
            .path("id")
            .asString();
    open("webhooks/" + id);
    clickAndConfirm("Rotate secret", "Rotate secret");
    tab.awaitText("It is shown only now.");
    tab.click("Done");
    tab.awaitText("Old secret valid until");
    tab.click("Test");
    tab.awaitText("http_404");
    tab.click("Redeliver");
    tab.awaitText("The delivery is due now.");
    tab.click("Edit");
    tab.type("Name", "night pager");
    tab.click("Save");
    tab.awaitText("night pager");
    assertThat(get("/webhooks/" + id).path("name").asString()).isEqualTo("night pager");
    tab.assertNoTrouble();
  }

  @Test
  void a_policy_is_edited_and_deleted_and_a_rule_is_reset() throws Exception {
    call("PUT", "/policies/gentle", POLICY.formatted(2));
    open("policies");
    tab.click("Edit");
    tab.type("Policy", POLICY.formatted(4));
    tab.click("Save");
    tab.awaitText("Policy saved.");
    assertThat(get("/policies/gentle").at("/policy/maxRetries").asInt()).isEqualTo(4);
    clickAndConfirm("Delete", "Delete");
    tab.awaitText("Policy deleted.");

    call("PUT", "/alert-rules/dead-letters", "{\"threshold\": 77}");
    open("alert-rules");
    tab.awaitText("77");
    clickAndConfirm("Reset", "Reset");
    tab.awaitText("Rule reset to defaults.");
    assertThat(get("/alert-rules").toString()).doesNotContain("77");
    tab.assertNoTrouble();
  }

  @Test
  void an_alert_of_dead_letters_leads_to_them_and_is_acknowledged() throws Exception {
    call("PUT", "/queues/mail", "{\"deadLetterQueue\": \"mail.dead\", %s}".formatted(NO_RETRIES));
    call("PUT", "/alert-rules/dead-letters", "{\"for\": \"0s\"}");
    String dead = fail("send");
    server.server().alerts().turn();
    open("alerts");
    tab.awaitText("1 dead letter in queue mail.dead");
    tab.evaluate("document.querySelector('.alert a[href*=dead-letters]').click()");
    tab.await("document.querySelector('tbody a[href=\"#/jobs/" + dead + "\"]')");
    open("alerts");
    clickAndConfirm("Acknowledge", "Acknowledge");
    tab.awaitText("Acknowledged by local");
    assertThat(get("/alerts").at("/items/0/acknowledgedBy").asString()).isEqualTo("local");
    tab.assertNoTrouble();
  }

  @Test
  void jobs_are_dead_lettered_deleted_and_failed_ones_redriven() throws Exception {
    call("PUT", "/queues/mail", "{\"deadLetterQueue\": \"mail.dead\"}");
    String first = enqueue("send");
    String second = enqueue("send");
    open("jobs?queue=mail");
    clickAndConfirm("Dead-letter all matching", "Dead-letter 2 jobs");
    tab.awaitText("2 jobs dead-lettered.");
    open("jobs?state=DEAD");
    tab.evaluate("document.querySelector('input.pick').click()");
    clickAndConfirm("Delete", "Delete 1 job");
    tab.awaitText("1 job deleted.");
    tab.awaitText("None selected");
    assertThat(stateOf(first) + stateOf(second)).contains("CANCELLED", "DEAD");

    call("PUT", "/queues/mail", "{%s}".formatted(NO_RETRIES));
    String failed = fail("charge");
    assertThat(stateOf(failed)).isEqualTo("FAILED");
    open("jobs?state=FAILED");
    clickAndConfirm("Redrive all matching", "Redrive 1 job");
    tab.await("location.hash.startsWith('#/redrives')");
    tab.awaitText("1 of 1");
    assertThat(stateOf(failed)).isEqualTo("QUEUED");
    tab.assertNoTrouble();
  }

  @Test
  void jobs_are_exported_with_their_tags() throws Exception {
    call("POST", "/jobs", "{\"type\": \"send\", \"tags\": [\"vip\"]}");
    open("jobs");
    tab.evaluate(
        "URL.createObjectURL = (blob) => { blob.text().then((t) => window.exported = t); return"
            + " ''; }; HTMLAnchorElement.prototype.click = () => {}");
    clickAndConfirm("Export", "Export");
    tab.await("window.exported");
    assertThat(tab.evaluate("window.exported").asString())
        .startsWith("id,state,type,")
        .contains(",vip,");
  }

  @Test
  void a_point_of_a_chart_opens_the_jobs_that_ended_then() throws Exception {
    enqueue("send");
    open("?period=day");
    tab.await("document.querySelector('svg[role=slider]')");
    tab.evaluate(
        "(() => { const chart = document.querySelector('svg[role=slider]'); const box ="
            + " chart.getBoundingClientRect(); chart.dispatchEvent(new MouseEvent('click',"
            + " {clientX: box.right - 8, clientY: box.top + 20, bubbles: true})); })()");
    tab.await("location.hash.startsWith('#/jobs?')");
    assertThat(tab.evaluate("location.hash").asString())
        .contains("finishedFrom=", "finishedBefore=", "createdBefore=");
    tab.assertNoTrouble();
  }

  @Test
  void times_of_filters_are_in_the_chosen_zone() {
    open("jobs?createdFrom=2030-01-31T12%3A00%3A00.000Z");
    tab.evaluate("localStorage.setItem('taskforge-zone', 'UTC')");
    open("jobs?createdFrom=2030-01-31T12%3A00%3A00.000Z");
    assertThat(tab.evaluate("document.querySelector('[type=datetime-local]').value").asString())
        .startsWith("2030-01-31T12:00");
    tab.evaluate(
        "document.querySelector('[type=datetime-local]').value = '2030-02-01T01:30:00';"
            + " document.querySelector('form.filters').requestSubmit()");
    tab.await("location.hash.includes(encodeURIComponent('2030-02-01T01:30:00.000Z'))");
    tab.evaluate("localStorage.clear()");
    tab.assertNoTrouble();
  }

  @Test
  void a_question_mark_lists_the_shortcuts_and_they_work() {
    open("");
    tab.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true}))");
    tab.awaitText("Keyboard shortcuts");
    String help = tab.evaluate("document.querySelector('dialog').innerText").asString();
    JsonNode menu =
        tab.evaluate("[...document.querySelectorAll('#menu a')].map(a => a.textContent)");
    assertThat(menu)
        .hasSizeGreaterThan(10)
        .allSatisfy(e -> assertThat(help).contains(e.asString()));
    tab.click("Close");
    for (String key : new String[] {"g", "e"}) {
      tab.evaluate(
          "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true}))"
              .formatted(key));
    }
    tab.await("location.hash === '#/destinations'");
    tab.assertNoTrouble();
  }
}
