package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the time line of a job says about the times in which it could not run. */
class HoldsBrowserTest extends BrowserTest {
  private String enqueue() throws Exception {
    return call(
            "POST",
            "/jobs",
            "{\"type\": \"send\", \"queue\": \"mail\", \"guarantee\": \"AT_MOST_ONCE\"}")
        .path("id")
        .asString();
  }

  @Test
  void a_hold_of_the_destination_of_its_queue_is_shown() throws Exception {
    call("PUT", "/queues/mail", "{\"destination\": \"smtp\", \"retryPolicy\": \"once\"}");
    String id = enqueue();
    failNext("mail");
    String later = enqueue();
    call("POST", "/destinations/smtp/hold", "{\"reason\": \"upgrade\"}");
    call("POST", "/jobs/" + later + "/cancel", "");

    tab.open(server.url() + "/#/jobs/" + later);
    tab.awaitText("held: destination smtp was down, held or recovering");
    tab.open(server.url() + "/#/jobs/" + id);
    tab.awaitText("Destination");
    assertThat(tab.evaluate("document.querySelector('svg.timeline .held') === null").asBoolean())
        .isTrue();
    tab.assertNoTrouble();
  }

  @Test
  void pausing_a_paused_queue_again_does_not_pause_it_forever() throws Exception {
    call("PUT", "/queues/mail", "{\"retryPolicy\": \"once\"}");
    call("POST", "/queues/mail/pause", "");
    call("POST", "/queues/mail/pause", "");
    call("POST", "/queues/mail/resume", "");
    String id = enqueue();
    failNext("mail");

    tab.open(server.url() + "/#/jobs/" + id);
    tab.await("document.querySelector('svg.timeline')");
    assertThat(tab.evaluate("document.querySelector('svg.timeline .held') === null").asBoolean())
        .isTrue();
    tab.assertNoTrouble();
  }
}
