package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Search, filters, density and exports of lists. */
class FindBrowserTest extends BrowserTest {
  /** Opens the hit of that kind. */
  private void choose(String kind) {
    String hit =
        "[...document.querySelectorAll('#found [role=option]')].find(e =>"
            + " e.firstChild.textContent.trim() === %s)".formatted(Tab.quoted(kind));
    tab.await(hit);
    tab.evaluate(hit + ".dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))");
  }

  private static String filter(String label) {
    return "[...document.querySelectorAll('form.filters label')].find(e => e.textContent === %s).control"
        .formatted(Tab.quoted(label));
  }

  @Test
  void a_queue_and_a_failure_group_are_found_by_a_part_of_their_name() throws Exception {
    call("PUT", "/queues/mail", "{}");
    fail("send");
    String group = get("/failure-groups").at("/items/0/fingerprint").asString();
    open("");
    search("MAI");
    choose("Queue");
    tab.await("location.hash === '#/queues/mail'");
    tab.await("document.querySelector('h1')?.textContent === 'mail'");

    search("refus");
    choose("Failure group");
    tab.await("location.hash === '#/failure-groups/" + group + "'");
    tab.awaitText("Latest message");
    tab.assertNoTrouble();
  }

  @Test
  void filters_complete_from_known_names_and_ignore_case() throws Exception {
    String wanted = fail("Send-Mail");
    call("POST", "/jobs", "{\"type\": \"charge\", \"queue\": \"billing\"}");
    open("jobs");
    tab.evaluate(filter("Queue") + ".focus()");
    tab.await(filter("Queue") + ".list.options.length > 0");
    assertThat(
            tab.evaluate("[..." + filter("Queue") + ".list.options].map(o => o.value).join()")
                .asString()
                .split(","))
        .contains("billing", "mail");
    tab.evaluate(filter("Queue") + ".value = 'MAIL'");
    tab.evaluate(filter("Type") + ".value = 'send-mail'");
    tab.click("Filter");

    tab.await("location.hash === '#/jobs?queue=mail&type=Send-Mail'");
    tab.await("document.querySelectorAll('tbody tr').length === 1");
    assertThat(tab.evaluate("document.querySelector('tbody a').hash").asString())
        .isEqualTo("#/jobs/" + wanted);
    tab.assertNoTrouble();
  }

  @Test
  void density_makes_rows_lower_and_is_remembered() throws Exception {
    enqueue("send");
    open("jobs");
    String height = "document.querySelector('tbody tr').getBoundingClientRect().height";
    double before = tab.evaluate(height).asDouble();
    tab.click("Density: comfortable");
    assertThat(tab.evaluate(height).asDouble()).isLessThan(before);
    open("jobs");
    assertThat(tab.evaluate(height).asDouble()).isLessThan(before);

    tab.click("Density: compact");
    assertThat(tab.evaluate(height).asDouble()).isEqualTo(before);
    tab.evaluate("localStorage.clear()");
    tab.assertNoTrouble();
  }

  @Test
  void matching_jobs_are_downloaded_as_csv_and_as_ndjson(@TempDir Path downloads) throws Exception {
    for (int i = 0; i < 3; i++) {
      enqueue("send");
    }
    String formula =
        call(
                "POST",
                "/jobs",
                "{\"type\": \"send\", \"queue\": \"mail\", \"idempotencyKey\": \"=1+1\", \"tags\":"
                    + " [\"vip\"], \"payload\": {\"to\": \"bob, \\\"the builder\\\"\"}}")
            .path("id")
            .asString();
    call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"other\"}");
    tab.downloadTo(downloads);
    open("jobs?queue=mail");
    clickAndConfirm("Export", "Export");
    tab.awaitText("4 jobs exported.");
    List<String> csv = lines(downloads.resolve("jobs.csv"));
    assertThat(csv).hasSize(5);
    assertThat(csv.get(0)).startsWith("id,state,type,queue,").endsWith(",payload");
    assertThat(csv.get(1))
        .startsWith(formula + ",QUEUED,send,mail,")
        .contains(",'=1+1,", ",vip,")
        .endsWith(",\"{\"\"to\"\":\"\"bob, \\\"\"the builder\\\"\"\"\"}\"");

    open("jobs?queue=mail");
    tab.click("Export");
    tab.type("Format", "NDJSON");
    tab.click("Export");
    tab.awaitText("4 jobs exported.");
    List<JsonNode> jobs = lines(downloads.resolve("jobs.ndjson")).stream().map(Json::read).toList();
    assertThat(jobs).hasSize(4);
    JsonNode first = get("/jobs?queue=mail&limit=1&payload=true").at("/items/0");
    assertThat(jobs.get(0)).isEqualTo(first);
    tab.assertNoTrouble();
  }

  private static List<String> lines(Path file) throws Exception {
    Awaitility.await().until(() -> Files.exists(file) && Files.size(file) > 0);
    return Arrays.asList(Files.readString(file).split("\r\n"));
  }
}
