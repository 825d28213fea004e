package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the dashboard does is what it shows, and no more. */
class DashboardActionsTest extends BrowserTest {
  @Test
  void a_webhook_that_is_disabled_is_otherwise_as_it_was() throws Exception {
    String id =
        call(
                "POST",
                "/webhooks",
                "{\"name\": \"pager\", \"url\": \"http://127.0.0.1:9/\", \"events\":"
                    + " [\"alert.raised\"], \"allTenants\": true}")
            .path("id")
            .asString();
    tab.open(server.url() + "/#/webhooks/" + id);
    tab.awaitText("of every tenant");
    tab.click("Disable");
    tab.awaitText("Disable pager?");
    tab.click("Disable");
    tab.await("document.querySelector('.headline .badge').textContent.includes('disabled')");

    JsonNode hook = get("/webhooks/" + id);
    assertThat(hook.path("enabled").asBoolean()).isFalse();
    assertThat(hook.path("allTenants").asBoolean()).isTrue();
    tab.assertNoTrouble();
  }
}
