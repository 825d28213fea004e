package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Actions on many jobs and dead letters that filters or a search in payloads find. */
class ManyJobsBrowserTest extends BrowserTest {
  private String put(String more) throws Exception {
    return call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"mail\"" + more + "}")
        .path("id")
        .asString();
  }

  private List<String> putDeadLetters(String... tags) throws Exception {
    call("PUT", "/queues/mail", "{\"deadLetterQueue\": \"mail.dead\"}");
    List<String> ids = new ArrayList<>();
    for (String tag : tags) {
      String id = put(", \"tags\": [\"" + tag + "\"]");
      call("POST", "/jobs/" + id + "/dead-letter", "{\"reason\": \"spam\"}");
      ids.add(id);
    }
    return ids;
  }

  @Test
  void all_matching_dead_letters_are_deleted_after_the_servers_count_is_confirmed()
      throws Exception {
    List<String> ids = putDeadLetters("a", "a", "b");
    tab.open(server.url() + "/#/dead-letters?source=mail&tag=a");
    tab.await("document.querySelectorAll('tbody tr').length === 2");
    tab.click("Delete all matching");
    tab.awaitText("Delete 2 dead letters?");
    assertThat(stateOf(ids.get(0))).isEqualTo("DEAD");
    tab.click("Delete 2 dead letters");

    tab.awaitText("2 dead letters deleted.");
    assertThat(stateOf(ids.get(0))).isEqualTo("CANCELLED");
    assertThat(stateOf(ids.get(1))).isEqualTo("CANCELLED");
    assertThat(stateOf(ids.get(2))).isEqualTo("DEAD");
    tab.assertNoTrouble();
  }

  @Test
  void selected_dead_letters_are_deleted_together() throws Exception {
    List<String> ids = putDeadLetters("a", "b");
    tab.open(server.url() + "/#/dead-letters");
    tab.await("document.querySelector('input.pick')");
    tab.evaluate("document.querySelector('input.pick').click()");
    tab.click("Delete selected");
    tab.click("Delete 1 dead letter");
    tab.awaitText("1 dead letter deleted.");
    tab.awaitText("None selected");

    assertThat(stateOf(ids.get(1))).isEqualTo("CANCELLED");
    assertThat(stateOf(ids.get(0))).isEqualTo("DEAD");
    tab.assertNoTrouble();
  }

  @Test
  void jobs_with_a_tag_are_redriven() throws Exception {
    List<String> ids = putDeadLetters("a", "b");
    tab.open(server.url() + "/#/jobs?state=DEAD&tag=a");
    tab.await("document.querySelectorAll('tbody tr').length === 1");
    tab.click("Redrive all matching");
    tab.click("Redrive 1 job");
    tab.awaitText("tag a");

    assertThat(stateOf(ids.get(0))).isEqualTo("QUEUED");
    assertThat(stateOf(ids.get(1))).isEqualTo("DEAD");
    tab.assertNoTrouble();
  }

  @Test
  void all_jobs_that_a_search_in_payloads_found_are_cancelled() throws Exception {
    String ann = put(", \"payload\": {\"to\": [\"ann\"]}");
    String bob = put(", \"payload\": {\"to\": [\"bob\"]}");
    tab.open(server.url() + "/#/jobs?payloadContains=%24.to%5B0%5D%3Dann");
    tab.await("document.querySelectorAll('tbody tr').length === 1");
    tab.click("Cancel all matching");
    tab.click("Cancel 1 job");
    tab.awaitText("1 job cancelled.");

    assertThat(stateOf(ann)).isEqualTo("CANCELLED");
    assertThat(stateOf(bob)).isEqualTo("QUEUED");
    tab.assertNoTrouble();
  }

  @Test
  void an_export_has_the_selected_jobs_only_and_is_stopped_between_pages() throws Exception {
    put(", \"tags\": [\"a\"]");
    put(", \"tags\": [\"b\"]");
    tab.open(server.url() + "/#/jobs");
    tab.await("document.querySelectorAll('input.pick').length === 2");
    tab.evaluate(
        "URL.createObjectURL = (blob) => { blob.text().then((t) => window.exported = t); return"
            + " ''; }; HTMLAnchorElement.prototype.click = () => {}");
    tab.evaluate("document.querySelector('input.pick').click()");
    tab.click("Export selected");
    tab.click("Export");
    tab.await("window.exported");
    assertThat(tab.evaluate("window.exported").asString()).contains(",b,").doesNotContain(",a,");

    tab.evaluate(
        "const real = fetch; window.fetch = (url, ...rest) => String(url).includes('limit=500')"
            + " ? new Promise((go) => window.go = () => go(new Response('{\"items\": [], \"next\":"
            + " \"x\"}'))) : real(url, ...rest); window.exported = null;"
            + " document.querySelector('input.pick').click()");
    tab.click("Export");
    tab.click("Export");
    tab.await("window.go");
    tab.click("Stop");
    tab.evaluate("window.go()");
    tab.awaitText("0 jobs exported, then stopped.");
    tab.assertNoTrouble();
  }

  @Test
  void the_density_button_says_which_density_is_active() {
    tab.open(server.url() + "/#/jobs");
    tab.click("Density: comfortable");
    tab.awaitText("Density: compact");
    assertThat(tab.evaluate("document.documentElement.dataset.density").asString())
        .isEqualTo("compact");
    tab.evaluate("localStorage.clear()");
  }
}
