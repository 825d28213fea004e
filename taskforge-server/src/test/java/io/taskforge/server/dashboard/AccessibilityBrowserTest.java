package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * axe-core on every page of a {@link DemoStore}, in five widths, light and dark. Needs axe-core's
 * script; see docs/guides/dashboard.md for the command.
 */
@Tag("browser")
class AccessibilityBrowserTest {
  private static final int[] WIDTHS = {390, 768, 1024, 1280, 1920};
  private static final int HEIGHT = 860;

  @Test
  void no_page_has_a_violation_in_any_width(@TempDir Path data, @TempDir Path profile)
      throws Exception {
    String script = System.getProperty("axe");
    Assumptions.assumeTrue(script != null, "no axe-core is given with -Daxe=axe.min.js");
    Assumptions.assumeTrue(Chromium.installed().isPresent(), "no Chromium is installed");
    String axe = Files.readString(Path.of(script));
    List<String> found = new ArrayList<>();
    try (TestServer server = DemoStore.open(data);
        Chromium browser = Chromium.start(Chromium.installed().orElseThrow(), profile)) {
      Tab tab = browser.tab();
      for (String page : DemoStore.pages(server).values()) {
        found.addAll(violations(tab, server, page, axe));
      }
      DemoStore.useKeyOfTenant(server, tab);
      found.addAll(violations(tab, server, "", axe));
      tab.assertNoTrouble();
    }
    assertThat(found).isEmpty();
  }

  private static List<String> violations(Tab tab, TestServer server, String page, String axe) {
    List<String> found = new ArrayList<>();
    for (int width : WIDTHS) {
      tab.resize(width, HEIGHT, width == 1024 || width == 390 ? "dark" : "light");
      tab.open(server.url() + "/#/" + page);
      tab.await("document.querySelector('h1') && !document.querySelector('.loading')");
      tab.evaluate(axe + ";0");
      tab.evaluate(
          "window.violations = null; axe.run().then(r => window.violations ="
              + " JSON.stringify(r.violations.flatMap(v => v.nodes.map(n =>"
              + " `${v.id}: ${n.target} ${n.html.slice(0, 160)}`)))); 0");
      tab.await("window.violations");
      for (JsonNode each : Json.read(tab.evaluate("window.violations").asString())) {
        found.add("/" + page + " at " + width + ": " + each.asString());
      }
    }
    return found;
  }
}
