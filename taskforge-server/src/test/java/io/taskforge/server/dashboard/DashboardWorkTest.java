package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What operators do all day: find a job, change many, run one again, edit settings. */
class DashboardWorkTest extends BrowserTest {
  private static final String MAIL =
      "{\"concurrency\": 3, \"destination\": \"smtp\", \"retryBudget\": {\"percent\": 20,"
          + " \"interval\": \"30s\"}}";
  private static final String HOSTILE = "<img src=x onerror=alert(1)>";

  private String enqueueHostile(String queue) throws Exception {
    return call(
            "POST",
            "/jobs",
            "{\"type\": \"send\", \"queue\": \"%s\", \"payload\": {\"to\": \"%s\"}, \"idempotencyKey\": \"%s %s\"}"
                .formatted(queue, HOSTILE, HOSTILE, queue))
        .path("id")
        .asString();
  }

  private void press(String key) {
    tab.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %s, bubbles: true,"
                .formatted(Tab.quoted(key))
            + " cancelable: true}))");
  }

  @Test
  void a_job_is_found_by_the_end_of_its_id_and_by_its_key() throws Exception {
    String id = enqueueHostile("mail");
    tab.open(server.url() + "/");
    tab.awaitText("due now");
    press("/");
    assertThat(tab.evaluate("document.activeElement.id").asString()).isEqualTo("search");
    search("…" + id.substring(24));
    tab.await("document.querySelector('#found [role=option] strong')");
    press("Enter");
    tab.await("location.hash === '#/jobs/" + id + "'");

    search(HOSTILE + " mail");
    tab.await("document.querySelector('#found [aria-selected=true]')");
    assertThat(tab.evaluate("document.querySelectorAll('#found img').length").asInt()).isZero();
    tab.assertNoTrouble();
  }

  @Test
  void all_matching_jobs_are_cancelled_after_the_servers_count_is_confirmed() throws Exception {
    List<String> mail = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      mail.add(
          call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"mail\"}").path("id").asString());
    }
    String other = enqueueHostile("other");
    tab.open(server.url() + "/#/jobs?queue=mail");
    tab.await("document.querySelectorAll('tbody tr').length === 3");
    tab.click("Cancel all matching");
    tab.awaitText("Cancel 3 jobs?");
    assertThat(stateOf(mail.get(0))).isEqualTo("QUEUED");
    tab.click("Cancel 3 jobs");

    tab.awaitText("3 jobs cancelled.");
    tab.await("document.querySelectorAll('tbody .badge.off').length === 3");
    assertThat(stateOf(mail.get(2))).isEqualTo("CANCELLED");
    assertThat(stateOf(other)).isEqualTo("QUEUED");

    tab.evaluate("document.querySelector('input.pick').click()");
    tab.awaitText("1 job selected");
    tab.click("Retry");
    tab.click("Retry 1 job");
    tab.awaitText("1 job retried.");
    tab.assertNoTrouble();
  }

  @Test
  void a_job_runs_again_with_another_payload_and_links_back() throws Exception {
    String id = enqueueHostile("mail");
    tab.open(server.url() + "/#/jobs/" + id);
    tab.awaitText(HOSTILE);
    tab.click("Edit and run again");
    tab.type("Payload, JSON", "{\"to\": ");
    tab.click("Enqueue");
    tab.awaitText("must be valid JSON");
    tab.type("Payload, JSON", "{\"to\": \"bob\"}");
    tab.click("Enqueue");

    tab.awaitText("Copy of …" + id.substring(24));
    tab.awaitText("bob");
    String copy = tab.evaluate("location.hash.slice(7)").asString();
    assertThat(get("/jobs/" + copy).path("copyOf").asString()).isEqualTo(id);
    tab.assertNoTrouble();
  }

  @Test
  void settings_of_a_queue_show_changes_delays_and_faults_before_they_are_saved() throws Exception {
    call("PUT", "/queues/mail", MAIL);
    tab.open(server.url() + "/#/queues/mail");
    tab.click("Settings");
    tab.awaitText("No changes yet.");
    tab.type("Retry policy", "patient");
    tab.type("Concurrency", "5");
    tab.evaluate("document.querySelector('dialog form').dispatchEvent(new Event('input'))");
    tab.awaitText("Retry delays");
    tab.awaitText("concurrency: 3 → 5");
    tab.type("… per", "never");
    tab.type("Rate limit: starts", "5");
    tab.click("Save");
    tab.await("document.querySelector('dialog .fault:not([hidden])')");
    assertThat(get("/queues/mail").path("concurrency").asInt()).isEqualTo(3);
    tab.type("… per", "1s");
    tab.click("Save");

    tab.awaitText("5 starts per 1s");
    assertThat(get("/queues/mail").path("concurrency").asInt()).isEqualTo(5);
    assertKept();
    tab.assertNoTrouble();
  }

  private void assertKept() throws Exception {
    JsonNode queue = get("/queues/mail");
    assertThat(queue.path("destination").asString()).isEqualTo("smtp");
    assertThat(queue.at("/retryBudget/percent").asInt()).isEqualTo(20);
    assertThat(queue.at("/retryBudget/interval").asString()).isEqualTo("30s");
  }

  @Test
  void a_policy_of_the_lab_replaces_that_of_a_queue_after_showing_both() throws Exception {
    call("PUT", "/queues/mail", MAIL);
    tab.open(server.url() + "/#/policy-lab");
    tab.awaitText("Ideally, the backlog drains in");
    tab.awaitText("Retries per second if 10,000 jobs fail now");
    tab.click("Apply to a queue…");
    tab.type("Queue", "mail");
    tab.click("Continue");
    tab.awaitText("Settings of queue mail");
    tab.await("document.querySelector('dialog .diff ins')");
    tab.click("Save");
    tab.awaitText("Settings of queue mail saved.");

    assertThat(get("/queues/mail").path("retryPolicy").isObject()).isTrue();
    assertThat(get("/queues/mail").path("concurrency").asInt()).isEqualTo(3);
    assertKept();
    tab.assertNoTrouble();
  }

  @Test
  void a_schedule_is_created_with_its_cron_expression_in_words() throws Exception {
    tab.open(server.url() + "/#/schedules");
    tab.click("New schedule");
    tab.type("Id", "nightly");
    tab.type("Name", HOSTILE);
    tab.type("Job type", "report");
    tab.type("Cron expression", "30 2 * * sun");
    tab.evaluate("document.querySelector('dialog form').dispatchEvent(new Event('input'))");
    tab.awaitText("Runs at 02:30 on Sunday");
    tab.click("Save");

    tab.awaitText("at 02:30 on Sunday");
    JsonNode schedule = get("/schedules/nightly");
    assertThat(schedule.at("/job/type").asString()).isEqualTo("report");
    tab.open(server.url() + "/#/schedules/nightly");
    tab.awaitText(HOSTILE);
    tab.click("Delete");
    tab.click("Delete");
    tab.awaitText("No schedules");
    tab.assertNoTrouble();
  }

  @Test
  void policies_rules_limits_and_webhooks_are_made_here() throws Exception {
    tab.open(server.url() + "/#/policies");
    tab.click("New policy");
    tab.type("Name", "gentle");
    tab.awaitText("Retry delays");
    tab.click("Save");
    tab.awaitText("gentle");
    assertThat(get("/policies/gentle").at("/policy/maxRetries").asInt()).isEqualTo(5);

    tab.open(server.url() + "/#/alert-rules");
    tab.click("Edit");
    tab.type("Queue", "mail");
    tab.click("Save");
    tab.await("[...document.querySelectorAll('td a')].some(a => a.textContent === 'mail')");

    tab.open(server.url() + "/#/tenants");
    tab.click("Set limits");
    tab.type("Tenant", "acme");
    tab.type("Waiting jobs, at most", "7");
    tab.click("Save");
    tab.await("[...document.querySelectorAll('td a')].some(a => a.textContent === 'acme')");
    assertThat(get("/tenants/acme").path("maxWaiting").asInt()).isEqualTo(7);

    tab.open(server.url() + "/#/webhooks");
    tab.click("New webhook");
    tab.type("URL", "http://127.0.0.1:9/");
    tab.click("Save");
    tab.awaitText("It is shown only now.");
    tab.click("Done");
    tab.await("document.querySelector('td a[href*=webhooks]')");
    tab.assertNoTrouble();
  }

  @Test
  void back_returns_to_the_same_place_of_a_longer_list() throws Exception {
    StringBuilder jobs = new StringBuilder("{\"type\": \"send\"}");
    for (int i = 0; i < 119; i++) {
      jobs.append(", {\"type\": \"send\"}");
    }
    call("POST", "/jobs/batch", "{\"jobs\": [" + jobs + "]}");
    tab.open(server.url() + "/#/jobs");
    tab.click("Show more");
    tab.await("document.querySelectorAll('tbody tr').length === 100");
    tab.evaluate("window.scrollTo(0, 1500)");
    tab.await("history.state?.scroll > 1000");
    tab.evaluate("document.querySelectorAll('tbody tr a')[80].click()");
    tab.awaitText("Details");
    tab.evaluate("history.back()");

    tab.await("document.querySelectorAll('tbody tr').length === 100");
    tab.await("scrollY > 1000");
    tab.assertNoTrouble();
  }

  @Test
  void theme_and_time_zone_are_remembered_and_the_key_is_not() throws Exception {
    tab.open(server.url() + "/");
    tab.awaitText("due now");
    press("t");
    press("t");
    press("z");
    assertThat(tab.evaluate("document.documentElement.dataset.theme").asString()).isEqualTo("dark");
    tab.open(server.url() + "/");
    tab.await("document.documentElement.dataset.theme === 'dark'");
    assertThat(tab.evaluate("Object.values(localStorage).sort().join()").asString())
        .isEqualTo("UTC,dark");
    tab.evaluate("localStorage.clear()");
    tab.assertNoTrouble();
  }

  @Test
  void enter_opens_what_was_typed_last_and_not_an_earlier_hit() throws Exception {
    call("PUT", "/queues/alpha", "{}");
    call("PUT", "/queues/beta", "{}");
    tab.open(server.url() + "/");
    tab.awaitText("due now");
    search("alpha");
    tab.await("document.querySelector('#found [role=option] strong')");
    search("beta");
    press("Enter");

    tab.await("location.hash === '#/queues/beta'");
    tab.assertNoTrouble();
  }

  @Test
  void an_override_of_a_rule_is_changed_and_not_doubled() throws Exception {
    call("PUT", "/alert-rules/dead-letters?queue=mail", "{\"threshold\": 7}");
    tab.open(server.url() + "/#/alert-rules");
    tab.await("[...document.querySelectorAll('td a')].some(a => a.textContent === 'mail')");
    tab.evaluate(
        "[...document.querySelectorAll('tr')].find(r => r.querySelector('td a')).querySelector('button').click()");
    tab.awaitText("Alert rule dead-letters of queue mail");
    assertThat(
            tab.evaluate(
                    "[...document.querySelectorAll('dialog label')].some(e => e.textContent === 'Queue')")
                .asBoolean())
        .isFalse();
    tab.type("Threshold, in dead letters", "9");
    tab.click("Save");
    tab.awaitText("Alert rule saved.");

    assertThat(get("/alert-rules").path("items").findValuesAsString("threshold"))
        .contains("9.0")
        .doesNotContain("7.0");
    tab.assertNoTrouble();
  }

  @Test
  void a_delayed_job_took_no_longer_than_its_run() throws Exception {
    tab.open(server.url() + "/#/jobs");
    tab.awaitText("No jobs yet");
    JsonNode took =
        tab.evaluate(
            "import(location.origin + '/dashboard/parts/job-table.js').then(m => m.jobTable([{id: 'x',"
                + " state: 'SUCCEEDED', type: 't', queue: 'q', tenant: 'a', attempt: 1, totalAttempts: 1,"
                + " createdAt: '2030-01-01T00:00:00Z', runAt: '2030-01-01T05:00:00Z',"
                + " finishedAt: '2030-01-01T05:00:02Z'}]).querySelector('[data-label=Took]').textContent)");

    assertThat(took.asString()).isEqualTo("2 s");
  }

  @Test
  void a_schedule_keeps_what_its_form_does_not_change() throws Exception {
    call(
        "PUT",
        "/schedules/nightly",
        "{\"cron\": \"@daily\", \"description\": \"sums\", \"job\": {\"type\": \"report\", \"key\":"
            + " \"customer-7\", \"priority\": 3, \"timeout\": \"90s\", \"retryPolicy\": {\"maxRetries\": 2,"
            + " \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}}}}");
    JsonNode before = get("/schedules/nightly");
    tab.open(server.url() + "/#/schedules/nightly");
    tab.click("Edit");
    tab.type("Description", "all sums");
    tab.type("Priority", "5");
    tab.click("Save");
    tab.awaitText("Schedule saved.");

    JsonNode after = get("/schedules/nightly");
    assertThat(after.path("description").asString()).isEqualTo("all sums");
    assertThat(after.at("/job/priority").asInt()).isEqualTo(5);
    for (String kept : List.of("key", "timeout", "retryPolicy", "type", "guarantee")) {
      assertThat(after.path("job").path(kept)).isEqualTo(before.path("job").path(kept));
    }
    tab.assertNoTrouble();
  }
}
