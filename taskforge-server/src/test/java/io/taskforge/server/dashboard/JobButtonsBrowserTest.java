package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The buttons of a job's page, in each state that has them. */
class JobButtonsBrowserTest extends BrowserTest {
  @BeforeEach
  void createQueue() throws Exception {
    call(
        "PUT",
        "/queues/mail",
        "{\"deadLetterQueue\": \"mail.dead\", \"retryPolicy\": {\"maxRetries\": 5, \"backoff\":"
            + " {\"strategy\": \"fixed\", \"delay\": \"1h\"}}}");
  }

  private void clickWithReason(String button, String confirmed) {
    tab.click(button);
    tab.type("Reason", "see INC-42");
    tab.click(confirmed);
  }

  private Instant dueAt(String id) throws Exception {
    return Instant.parse(get("/jobs/" + id).path("runAt").asString());
  }

  private void deadLetter(String id) throws Exception {
    call("POST", "/jobs/" + id + "/dead-letter", "{}");
  }

  @Test
  void retry_now_makes_a_retrying_job_due() throws Exception {
    String id = fail("send");
    assertThat(dueAt(id)).isAfter(Instant.now().plus(Duration.ofMinutes(50)));
    open("jobs/" + id);
    tab.click("Retry now");

    tab.awaitText("The job is due now.");
    assertThat(dueAt(id)).isBefore(Instant.now().plusSeconds(1));
    tab.assertNoTrouble();
  }

  @Test
  void reschedule_changes_when_a_job_is_due() throws Exception {
    String id = enqueue("send");
    open("jobs/" + id);
    tab.click("Reschedule");
    tab.type("Delay from now", "3h");
    tab.click("Reschedule");

    tab.awaitText("Rescheduled.");
    assertThat(dueAt(id)).isAfter(Instant.now().plus(Duration.ofMinutes(170)));
    tab.assertNoTrouble();
  }

  @Test
  void cancel_retries_ends_a_job_as_failed_for_the_given_reason() throws Exception {
    String id = fail("send");
    open("jobs/" + id);
    clickWithReason("Cancel retries", "Cancel retries");

    tab.awaitText("Retries cancelled.");
    tab.await("document.querySelector('.headline .badge').textContent.includes('failed')");
    assertThat(stateOf(id)).isEqualTo("FAILED");
    assertThat(Json.write(get("/jobs/" + id + "/history"))).contains("see INC-42");
    tab.assertNoTrouble();
  }

  @Test
  void dead_letter_moves_a_job_to_the_dead_letter_queue_for_the_given_reason() throws Exception {
    String id = enqueue("send");
    open("jobs/" + id);
    clickWithReason("Dead-letter", "Move job");

    tab.awaitText("Moved to the dead letter queue.");
    JsonNode job = get("/jobs/" + id);
    assertThat(job.path("state").asString()).isEqualTo("DEAD");
    assertThat(job.path("queue").asString()).isEqualTo("mail.dead");
    assertThat(Json.write(get("/jobs/" + id + "/history"))).contains("see INC-42");
    tab.assertNoTrouble();
  }

  @Test
  void redrive_returns_a_dead_letter_to_its_queue() throws Exception {
    String id = enqueue("send");
    deadLetter(id);
    open("jobs/" + id);
    tab.click("Redrive");

    tab.awaitText("The job is back in its queue.");
    JsonNode job = get("/jobs/" + id);
    assertThat(job.path("state").asString()).isEqualTo("QUEUED");
    assertThat(job.path("queue").asString()).isEqualTo("mail");
    tab.assertNoTrouble();
  }

  @Test
  void delete_ends_a_dead_letter_as_cancelled_for_the_given_reason() throws Exception {
    String id = enqueue("send");
    deadLetter(id);
    open("jobs/" + id);
    clickWithReason("Delete", "Delete");

    tab.awaitText("Dead letter deleted.");
    assertThat(stateOf(id)).isEqualTo("CANCELLED");
    assertThat(get("/dead-letters").path("items")).isEmpty();
    assertThat(get("/jobs/" + id).at("/deadLetterStays/0/end_reason").asString())
        .isEqualTo("see INC-42");
    tab.assertNoTrouble();
  }

  @Test
  void a_waiting_job_says_why_it_is_not_running() throws Exception {
    String id = enqueue("send");
    call("POST", "/queues/mail/pause", "");
    String reason = get("/jobs/" + id + "/why").at("/reasons/0/text").asString();
    assertThat(reason).contains("paused");
    open("jobs/" + id);

    tab.awaitText("Why it is not running");
    tab.awaitText(reason);
    call("POST", "/queues/mail/resume", "");
    tab.await("!document.body.innerText.includes(" + Tab.quoted(reason) + ")");
    tab.assertNoTrouble();
  }

  @Test
  void copy_puts_the_exact_payload_into_the_clipboard() throws Exception {
    String id =
        call(
                "POST",
                "/jobs",
                "{\"type\": \"send\", \"queue\": \"mail\", \"payload\": {\"to\": \"bob\", \"n\":"
                    + " 12345678901234567890123}}")
            .path("id")
            .asString();
    tab.allowClipboard();
    open("jobs/" + id);
    tab.click("Copy");

    tab.awaitText("Copied.");
    String copied = tab.evaluate("navigator.clipboard.readText()").asString();
    assertThat(copied).contains("12345678901234567890123");
    assertThat(Json.read(copied)).isEqualTo(get("/jobs/" + id).path("payload"));
    tab.assertNoTrouble();
  }
}
