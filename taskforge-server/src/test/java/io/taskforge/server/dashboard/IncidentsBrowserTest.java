package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How alerts become incidents, and what their page says. */
class IncidentsBrowserTest extends BrowserTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private final List<String> alerts = new ArrayList<>();

  /** Adds an alert that began some minutes after noon and lasted for some, or lasts if null. */
  private void alert(
      String rule, String tenant, String queue, int begin, @Nullable Integer length) {
    Instant since = NOON.plusSeconds(60L * begin);
    alerts.add(
        ("{\"id\": \"%d\", \"rule\": \"%s\", \"severity\": \"warning\", \"state\": \"%s\","
                + " \"tenant\": \"%s\", \"queue\": \"%s\", \"destination\": null, \"text\": \"%s\","
                + " \"since\": \"%s\", \"raisedAt\": \"%s\", \"resolvedAt\": %s, \"note\": null,"
                + " \"acknowledgedAt\": null, \"acknowledgedBy\": null, \"snoozedUntil\": null}")
            .formatted(
                alerts.size(),
                rule,
                length == null ? "open" : "resolved",
                tenant,
                queue,
                "bad in queue "
                    + queue
                    + ". PUT /api/v1/alert-rules/x?queue=y. More in docs/guides/dead-letters.md.",
                since,
                since,
                length == null ? "null" : "\"" + since.plusSeconds(60L * length) + "\""));
  }

  private List<String> incidents() {
    tab.open(server.url() + "/#/alerts");
    tab.awaitText("No alerts");
    List<String> all = new ArrayList<>();
    for (JsonNode each :
        tab.evaluate(
            "import(location.origin + '/dashboard/parts/incidents.js').then(m => m.incidents(["
                + String.join(",", alerts)
                + "]).map(i => i.rules.join('+') + ' ' + i.subjects.join('+') + ' ' + i.alerts.length))")) {
      all.add(each.asString());
    }
    return all;
  }

  @Test
  void an_outage_that_raises_several_rules_is_one_incident() {
    alert("retry-rate", "default", "mail", 0, null);
    alert("exhausted", "default", "mail", 20, null);
    alert("dead-letters", "default", "mail.dead", 22, null);
    alert("late-jobs", "acme", "mail", 9, 60);

    assertThat(incidents())
        .containsExactly("dead-letters+exhausted+late-jobs+retry-rate mail+mail.dead 4");
  }

  @Test
  void alerts_weeks_apart_and_of_unrelated_tenants_are_incidents_of_their_own() {
    alert("retry-rate", "default", "mail", -20_000, 30);
    alert("retry-rate", "default", "mail", 0, 30);
    alert("retry-rate", "acme", "sms", 1, 30);
    alert("dead-letters", "default", "old.dead", -9_000, null);

    assertThat(incidents())
        .containsExactly(
            "dead-letters old.dead 1",
            "retry-rate sms 1",
            "retry-rate mail 1",
            "retry-rate mail 1");
  }

  @Test
  void a_later_page_joins_the_incidents_that_are_shown() {
    alert("retry-rate", "default", "mail", 0, 30);
    alert("exhausted", "default", "mail", 3, 30);
    tab.open(server.url() + "/#/audit");
    tab.evaluate(
        "const real = fetch; window.fetch = (url, ...rest) => String(url).includes('/alerts')"
            + " ? Promise.resolve(new Response(String(url).includes('cursor') ? '{\"items\": [%s], \"next\": null}'"
                .formatted(alerts.get(1))
            + " : '{\"items\": [%s], \"next\": \"x\"}')) : real(url, ...rest); location.hash = '#/alerts'"
                .formatted(alerts.get(0)));
    tab.click("Show more");
    tab.awaitText("exhausted, retry-rate × 2");

    assertThat(tab.evaluate("document.querySelectorAll('.incident-group').length").asInt())
        .isEqualTo(1);
    assertThat(tab.evaluate("document.querySelector('main').textContent").asString())
        .contains("Dead letters")
        .doesNotContain("/api/v1");
    assertThat(
            tab.evaluate("document.querySelector('.alert a[href=\"#/alert-rules\"]') !== null")
                .asBoolean())
        .isTrue();
    tab.assertNoTrouble();
  }

  @Test
  void alerts_are_filtered_by_severity_and_by_a_rule_that_is_completed() throws Exception {
    call("PUT", "/alert-rules/dead-letters", "{\"for\": \"0s\"}");
    call("PUT", "/queues/mail", "{\"deadLetterQueue\": \"mail.dead\"}");
    String id =
        call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"mail\"}").path("id").asString();
    call("POST", "/jobs/" + id + "/dead-letter", "{\"reason\": \"spam\"}");
    server.server().alerts().turn();

    tab.open(server.url() + "/#/alerts");
    tab.awaitText("1 dead letter in queue mail.dead");
    assertThat(get("/alerts?severity=warning").path("items")).hasSize(1);
    assertThat(get("/alerts?severity=critical").path("items")).isEmpty();
    tab.open(server.url() + "/#/alerts?severity=critical");
    tab.awaitText("No alerts");
    tab.evaluate(
        "[...document.querySelectorAll('label')].find(e => e.textContent === 'Rule').control.dispatchEvent(new Event('focus'))");
    tab.await("document.querySelector('datalist option[value=\"no-worker\"]')");
    tab.assertNoTrouble();
  }
}
