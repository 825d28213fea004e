package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Marks on the time axis of charts. */
class ChartMarksBrowserTest extends BrowserTest {
  private static final String MARKS =
      "[...document.querySelector('svg[role=slider]').querySelectorAll('.mark')]"
          + ".map(mark => mark.textContent)";

  /** Waits until a chart has a mark with this text. */
  private void awaitMark(String text) {
    tab.await("document.querySelector('svg[role=slider]')");
    tab.await(MARKS + ".includes(" + Tab.quoted(text) + ")");
  }

  @Test
  void charts_mark_pauses_holds_and_versions() throws Exception {
    call("PUT", "/queues/mail", "{}");
    call("PUT", "/queues/sms", "{}");
    enqueue("send");
    call("POST", "/queues/mail/pause", "");
    call("POST", "/queues/sms/pause", "");
    call("POST", "/destinations/api:443/hold", "{\"reason\": \"upgrade\"}");
    String version = get("/workers").at("/items/0/version").asString();
    assertThat(version).isNotEmpty();
    open("?period=day");
    for (String text :
        new String[] {
          "queue mail: paused",
          "queue sms: paused",
          "destination api:443: held",
          "version " + version + " started"
        }) {
      awaitMark(text);
    }

    open("queues/mail");
    awaitMark("queue mail: paused");
    assertThat(texts()).contains("destination api:443: held").doesNotContain("sms");
    tab.evaluate(
        "document.querySelector('svg[role=slider]').dispatchEvent(new KeyboardEvent('keydown',"
            + " {key: 'ArrowRight', bubbles: true}))");
    tab.await(
        "document.querySelector('.chart.series .legend')?.textContent.includes('queue mail: paused')");
    tab.assertNoTrouble();
  }

  private String texts() {
    JsonNode texts = tab.evaluate(MARKS + ".join()");
    return texts.asString();
  }
}
