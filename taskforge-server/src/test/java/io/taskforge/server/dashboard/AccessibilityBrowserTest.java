package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * axe-core on every page, in five widths, light and dark: full and empty, with open dialogs, open
 * details, search results and menu, and as a key sees what it cannot open. Needs axe-core's script;
 * see docs/guides/dashboard.md for the command.
 */
@Tag("browser")
class AccessibilityBrowserTest {
  private static final int[] WIDTHS = {390, 768, 1024, 1280, 1920};
  private static final int HEIGHT = 860;
  private static final String[] THEMES = {"light", "dark"};
  private static final String LOADED =
      "document.querySelector('h1') && !document.querySelector('.loading')";

  /** One of each kind: the tables below all charts together have thousands of cells. */
  private static final String OPEN_DETAILS =
      "(() => { const seen = new Set(); document.querySelectorAll('main details').forEach(d => {"
          + " const kind = d.querySelector('summary').textContent; d.open ||= !seen.has(kind);"
          + " seen.add(kind); }); })()";

  /** Page, and the button that opens a dialog. */
  private static final List<String[]> DIALOGS =
      List.of(
          new String[] {"queues", "New queue"},
          new String[] {"queues/billing", "Settings"},
          new String[] {"queues/billing", "Pause"},
          new String[] {"jobs", "Export"},
          new String[] {"jobs?state=QUEUED", "Cancel all matching"},
          new String[] {"dead-letters", "Redrive all"},
          new String[] {"failure-groups", "Edit note"},
          new String[] {"alerts", "Snooze"},
          new String[] {"schedules", "New schedule"},
          new String[] {"schedules/nightly-report", "Edit"},
          new String[] {"webhooks", "New webhook"},
          new String[] {"policies", "New policy"},
          new String[] {"policy-lab", "Apply to a queue…"},
          new String[] {"alert-rules", "Edit"},
          new String[] {"tenants", "Limits"},
          new String[] {"keys", "New key"},
          new String[] {"destinations", "Hold a destination"},
          new String[] {"workers", "Stop"});

  @TempDir static Path profile;
  private static Chromium browser;
  private static String axe;
  private final List<String> found = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    String script = System.getProperty("axe");
    Assumptions.assumeTrue(script != null, "no axe-core is given with -Daxe=axe.min.js");
    Assumptions.assumeTrue(Chromium.installed().isPresent(), "no Chromium is installed");
    axe = Files.readString(Path.of(script));
    browser = Chromium.start(Chromium.installed().orElseThrow(), profile);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void no_page_with_data_has_a_violation(@TempDir Path data) throws Exception {
    try (TestServer server = DemoStore.open(data)) {
      Tab tab = browser.tab();
      for (String page : DemoStore.pages(server).values()) {
        open(tab, server, page);
        check(tab, "/" + page);
      }
      DemoStore.useKeyOfTenant(server, tab);
      tab.evaluate(axe + ";0");
      check(tab, "a tenant's overview");
      tab.assertNoTrouble();
    }
    assertThat(found).isEmpty();
  }

  @Test
  void no_dialog_menu_or_search_result_has_a_violation(@TempDir Path data) throws Exception {
    try (TestServer server = DemoStore.open(data)) {
      Tab tab = browser.tab();
      for (String[] dialog : DIALOGS) {
        open(tab, server, dialog[0]);
        tab.click(dialog[1]);
        tab.await("document.querySelector('dialog')");
        check(tab, "/" + dialog[0] + ", " + dialog[1]);
      }
      frame(tab, server);
      tab.assertNoTrouble();
    }
    assertThat(found).isEmpty();
  }

  /** What is beside the pages: search results, the menu of a narrow window, help, a wrong path. */
  private void frame(Tab tab, TestServer server) {
    open(tab, server, "");
    tab.evaluate(
        "(() => { const box = document.getElementById('search'); box.focus(); box.value = 'bill';"
            + " box.dispatchEvent(new Event('input')); })()");
    tab.await("document.querySelector('#found [role=option] strong')");
    check(tab, "search results");
    open(tab, server, "jobs");
    tab.evaluate("document.querySelector('.menu-button').click()");
    check(tab, "open menu");
    open(tab, server, "jobs");
    tab.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true}))");
    tab.await("document.querySelector('dialog')");
    check(tab, "shortcuts");
    open(tab, server, "nowhere");
    check(tab, "page not found");
  }

  @Test
  void no_empty_or_refused_page_has_a_violation(@TempDir Path data) throws Exception {
    try (TestServer server = TestServer.onSqlite(data, Instant.now())) {
      Tab tab = browser.tab();
      List<String> pages =
          List.of(
              "",
              "jobs",
              "jobs?queue=nowhere",
              "queues",
              "workers",
              "destinations",
              "alerts",
              "dead-letters",
              "failure-groups",
              "failure-groups?muted=true",
              "redrives",
              "schedules",
              "webhooks",
              "tenants",
              "keys",
              "audit");
      for (String page : pages) {
        open(tab, server, page);
        check(tab, "empty /" + page);
      }
      String admin = createKey(server, "\"scope\": \"admin\", \"allTenants\": true");
      open(tab, server, "");
      tab.await("document.querySelector('dialog')");
      check(tab, "key dialog");
      String[] bearer = {"Authorization", "Bearer " + admin};
      DemoStore.useKey(
          server,
          tab,
          createKey(server, "\"scope\": \"read\", \"tenant\": \"acme\"", bearer),
          "Tenant acme");
      for (String page :
          List.of("", "workers", "tenants", "keys", "audit", "queues", "schedules")) {
        open(tab, server, page);
        check(tab, "read key /" + page);
      }
      tab.assertNoTrouble();
    }
    assertThat(found).isEmpty();
  }

  private static String createKey(TestServer server, String what, String... headers) {
    return server.post("/api/v1/keys", "{" + what + "}", headers).is(201).at("/key");
  }

  private static void open(Tab tab, TestServer server, String page) {
    tab.open(server.url() + "/#/" + page);
    tab.await(LOADED);
    tab.evaluate(axe + ";0");
  }

  /** Checks what is shown in each width and theme. */
  private void check(Tab tab, String what) {
    for (int width : WIDTHS) {
      for (String theme : THEMES) {
        tab.resize(width, HEIGHT, theme);
        tab.await(LOADED); // charts are drawn again
        tab.evaluate(OPEN_DETAILS);
        JsonNode violations =
            tab.evaluate(
                "axe.run(document.querySelector('dialog') ?? document, {resultTypes:"
                    + " ['violations']}).then(r => r.violations.flatMap(v => v.nodes.map(n =>"
                    + " `${v.id}: ${n.target} ${n.html.slice(0, 160)}`)))");
        assertThat(violations.isArray()).as(what).isTrue();
        for (JsonNode each : violations) {
          found.add("%s at %d, %s: %s".formatted(what, width, theme, each.asString()));
        }
      }
    }
  }
}
