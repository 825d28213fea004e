package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What pointing at charts shows and opens. */
class ChartsBrowserTest extends BrowserTest {
  private static final String JOBS = "document.querySelector('[aria-label=\"Jobs per second\"]')";

  @BeforeEach
  void oneJobDies() throws Exception {
    call("PUT", "/queues/mail", "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"mail.dead\"}");
    call("POST", "/jobs", "{\"type\": \"send\", \"queue\": \"mail\"}");
    failNext("mail");
    tab.open(server.url() + "/#/queues/mail");
    tab.await(JOBS);
  }

  private void press(String chart, String key) {
    tab.evaluate(
        "%s.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true, cancelable: true}))"
            .formatted(chart, key));
  }

  private String hash() {
    return tab.evaluate("location.hash").asString();
  }

  @Test
  void a_click_on_an_area_opens_the_jobs_of_that_outcome() {
    tab.evaluate(
        "(() => { const box = %s.querySelector('.area.bad').getBoundingClientRect();"
                .formatted(JOBS)
            + " %s.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: box.right - 0.1, clientY: (box.top + box.bottom) / 2})); })()"
                .formatted(JOBS));

    tab.await("location.hash.startsWith('#/dead-letters')");
    assertThat(hash()).contains("source=mail", "finishedFrom=", "finishedBefore=");
    tab.await("document.querySelectorAll('tbody tr').length === 1");
    tab.assertNoTrouble();
  }

  @Test
  void the_arrow_keys_choose_a_point_and_a_series_and_enter_opens_its_jobs() {
    tab.evaluate(JOBS + ".focus()");
    press(JOBS, "ArrowLeft");
    press(JOBS, "ArrowRight");
    press(JOBS, "ArrowUp");
    assertThat(tab.evaluate(JOBS + ".getAttribute('aria-valuetext')").asString())
        .contains("dead 0", "Enter opens succeeded jobs");
    press(JOBS, "Enter");
    tab.await("location.hash.includes('state=SUCCEEDED')");
    assertThat(hash()).startsWith("#/jobs?queue=mail").contains("finishedFrom=");

    tab.evaluate("history.back()");
    tab.await(JOBS);
    press(JOBS, "ArrowLeft");
    press(JOBS, "Enter");
    tab.await("location.hash.includes('finishedFrom=')");
    assertThat(hash()).startsWith("#/jobs?queue=mail").doesNotContain("state=");
  }

  @Test
  void the_retry_rate_opens_what_retries_now_or_what_has_failed() {
    String chart = "document.querySelector('[aria-label=\"Retry rate\"]')";
    press(chart, "ArrowRight");
    press(chart, "Enter");
    tab.await("location.hash === '#/jobs?queue=mail&state=RETRYING'");

    tab.evaluate("history.back()");
    tab.await(chart);
    press(chart, "ArrowLeft");
    press(chart, "Enter");
    tab.await("location.hash.startsWith('#/failure-groups?queue=mail&from=')");
  }

  @Test
  void new_figures_keep_the_chosen_point_and_series() {
    tab.evaluate(JOBS + ".focus()");
    press(JOBS, "ArrowLeft");
    press(JOBS, "ArrowUp");
    String said = tab.evaluate(JOBS + ".getAttribute('aria-valuetext')").asString();
    tab.evaluate("window.old = " + JOBS);
    tab.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'r', bubbles: true}))");
    tab.await(JOBS + " && " + JOBS + " !== window.old");

    assertThat(said).contains("Enter opens succeeded jobs");
    assertThat(tab.evaluate(JOBS + ".getAttribute('aria-valuetext')").asString()).isEqualTo(said);
    assertThat(tab.evaluate(JOBS + ".querySelector('.cursor').getAttribute('x1')").asDouble())
        .isPositive();
    assertThat(tab.evaluate("document.activeElement === " + JOBS).asBoolean()).isTrue();

    tab.evaluate(JOBS + ".dispatchEvent(new Event('blur'))");
    assertThat(tab.evaluate(JOBS + ".querySelector('.cursor').getAttribute('x1')").asString())
        .isEqualTo("-9");
  }

  @Test
  void charts_mark_when_a_destination_was_held_and_released() throws Exception {
    call("POST", "/destinations/smtp/hold?tenant=acme", "{\"reason\": \"upgrade\"}");
    tab.open(server.url() + "/#/?period=day");
    tab.await(
        "[...document.querySelectorAll('svg .mark.bad title')]"
            + ".some(e => e.textContent === 'destination smtp is down or held')");

    // More marks than a chart shows.
    for (int i = 0; i < 41; i++) {
      call("POST", "/destinations/smtp" + i + "/hold", "{\"reason\": \"upgrade\"}");
    }
    tab.open(server.url() + "/#/?period=day");
    tab.awaitText("The charts mark only the latest events of this period.");
    tab.assertNoTrouble();
  }
}
