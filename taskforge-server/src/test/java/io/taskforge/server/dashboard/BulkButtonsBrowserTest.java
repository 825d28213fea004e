package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Actions on many jobs and dead letters: progress, stop, and what they change in the store. */
class BulkButtonsBrowserTest extends BrowserTest {
  /** Holds the second step of a bulk action until the test calls {@code release()}. */
  private static final String HOLD_SECOND_STEP =
      """
      (() => {
        const real = window.fetch;
        let steps = 0;
        window.fetch = async (url, ...rest) => {
          if (String(url).endsWith("/jobs/bulk") && ++steps === 2) {
            await new Promise((release) => (window.release = release));
          }
          return real(url, ...rest);
        };
      })()
      """;

  @BeforeEach
  void createQueue() throws Exception {
    call("PUT", "/queues/mail", "{\"deadLetterQueue\": \"mail.dead\"}");
  }

  private List<String> enqueueMany(int number) throws Exception {
    String job = "{\"type\": \"send\", \"queue\": \"mail\"}";
    JsonNode made =
        call(
            "POST",
            "/jobs/batch",
            "{\"jobs\": [" + String.join(", ", Collections.nCopies(number, job)) + "]}");
    List<String> ids = new ArrayList<>();
    made.path("items").forEach(each -> ids.add(each.path("id").asString()));
    return ids;
  }

  private List<String> deadLetters(int number) throws Exception {
    List<String> ids = enqueueMany(number);
    call("POST", "/jobs/bulk", "{\"action\": \"DEAD_LETTER\", \"filter\": {\"queue\": \"mail\"}}");
    assertThat(count("DEAD")).isEqualTo(number);
    return ids;
  }

  private int count(String state) throws Exception {
    return call("POST", "/jobs/count", "{\"filter\": {\"state\": \"%s\"}}".formatted(state))
        .path("matched")
        .asInt();
  }

  private void select(String id) {
    String box = "document.querySelector('[aria-label=\"Select " + id + "\"]')";
    tab.await(box);
    tab.evaluate(box + ".click()");
  }

  @Test
  void progress_is_shown_and_stop_ends_after_the_current_step() throws Exception {
    enqueueMany(500);
    open("jobs?queue=mail");
    tab.evaluate(HOLD_SECOND_STEP);
    clickAndConfirm("Cancel all matching", "Cancel 500 jobs");
    tab.awaitText("200 cancelled, 200 of 500 examined");
    assertThat(tab.evaluate("document.querySelector('dialog progress').value").asInt())
        .isEqualTo(200);
    assertThat(tab.evaluate("document.querySelector('dialog progress').max").asInt())
        .isEqualTo(500);
    assertThat(count("CANCELLED")).isEqualTo(200);
    tab.click("Stop");
    tab.evaluate("window.release()");

    tab.awaitText("400 jobs cancelled, then stopped.");
    tab.await("!document.querySelector('dialog')");
    assertThat(count("CANCELLED")).isEqualTo(400);
    assertThat(count("QUEUED")).isEqualTo(100);
    tab.assertNoTrouble();
  }

  @Test
  void a_redrive_is_stopped_and_the_other_dead_letters_stay() throws Exception {
    deadLetters(20);
    String id =
        call(
                "POST",
                "/redrives",
                "{\"filter\": {}, \"ratePerSecond\": 0.1}",
                "Idempotency-Key",
                "slow")
            .path("id")
            .asString();
    open("redrives?id=" + id);
    clickAndConfirm("Stop", "Stop");

    tab.awaitText("Redrive stopped.");
    tab.await("document.querySelector('article .badge').textContent.includes('stopped')");
    assertThat(get("/redrives/" + id).path("state").asString()).isEqualTo("STOPPED");
    assertThat(count("DEAD")).isGreaterThan(10);
    tab.assertNoTrouble();
  }

  @Test
  void only_the_selected_dead_letters_are_deleted() throws Exception {
    List<String> ids = deadLetters(3);
    open("dead-letters");
    select(ids.get(0));
    select(ids.get(2));
    tab.click("Delete selected");
    tab.awaitText("Delete 2 dead letters?");
    tab.type("Reason", "sent by post");
    tab.click("Delete 2 dead letters");

    tab.awaitText("2 dead letters deleted.");
    tab.awaitText("None selected");
    assertThat(ids.stream().map(this::state)).containsExactly("CANCELLED", "DEAD", "CANCELLED");
    assertThat(get("/jobs/" + ids.get(0)).at("/deadLetterStays/0/end_reason").asString())
        .isEqualTo("sent by post");
    tab.assertNoTrouble();
  }

  @Test
  void only_the_selected_dead_letters_are_redriven() throws Exception {
    List<String> ids = deadLetters(3);
    open("dead-letters");
    select(ids.get(1));
    clickAndConfirm("Redrive selected", "Redrive 1 job");

    tab.awaitText("1 of 1 dead letter");
    assertThat(ids.stream().map(this::state)).containsExactly("DEAD", "QUEUED", "DEAD");
    tab.assertNoTrouble();
  }

  @Test
  void one_dead_letter_is_redriven_in_its_row() throws Exception {
    List<String> ids = deadLetters(2);
    open("dead-letters");
    tab.evaluate("document.querySelector('[data-key=\"redrive " + ids.get(0) + "\"]').click()");

    tab.awaitText("The job is back in its queue.");
    assertThat(ids.stream().map(this::state)).containsExactly("QUEUED", "DEAD");
    tab.await("document.querySelectorAll('tbody tr').length === 1");
    tab.assertNoTrouble();
  }

  private String state(String id) {
    try {
      return stateOf(id);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
