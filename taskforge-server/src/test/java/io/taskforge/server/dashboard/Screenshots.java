package io.taskforge.server.dashboard;

import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes pictures of every page of a server with a {@link DemoStore}: light, dark, and on a narrow
 * screen. Not part of the build; see docs/guides/dashboard.md for the command.
 */
class Screenshots {
  private static final Path TARGET =
      Path.of(System.getProperty("screenshots", "target/screenshots"));
  private static final int WIDE = 1280;
  private static final int NARROW = 390;
  private static final int HEIGHT = 860;

  @Test
  void every_page_is_pictured(@TempDir Path data, @TempDir Path profile) throws Exception {
    Assumptions.assumeTrue(Chromium.installed().isPresent(), "no Chromium is installed");
    Files.createDirectories(TARGET);
    try (TestServer server = DemoStore.open(data);
        Chromium browser = Chromium.start(Chromium.installed().orElseThrow(), profile)) {
      Tab tab = browser.tab();
      for (Map.Entry<String, String> page : pages(server).entrySet()) {
        picture(tab, server, page, WIDE, "light", "");
        picture(tab, server, page, WIDE, "dark", "-dark");
        picture(tab, server, page, NARROW, "light", "-narrow");
      }
      tab.assertNoTrouble();
    }
  }

  private static void picture(
      Tab tab,
      TestServer server,
      Map.Entry<String, String> page,
      int width,
      String scheme,
      String suffix)
      throws IOException {
    tab.resize(width, HEIGHT, scheme);
    tab.open(server.url() + "/#/" + page.getValue());
    tab.await("document.querySelector('h1') && !document.querySelector('.loading')");
    tab.await("document.querySelector('.live.good')");
    Files.write(TARGET.resolve(page.getKey() + suffix + ".png"), tab.screenshot());
  }

  private static Map<String, String> pages(TestServer server) {
    String dead =
        server.get("/api/v1/dead-letters?source=billing&limit=1").is(200).at("/items/0/id");
    String hook = server.get("/api/v1/webhooks").is(200).at("/items/0/id");
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("overview", "");
    pages.put("overview-week", "?period=week");
    pages.put("jobs", "jobs");
    pages.put("job", "jobs/" + dead);
    pages.put("queues", "queues");
    pages.put("queue", "queues/billing");
    pages.put("workers", "workers");
    pages.put("destinations", "destinations");
    pages.put("alerts", "alerts");
    pages.put("dead-letters", "dead-letters");
    pages.put("failure-groups", "failure-groups");
    pages.put("redrives", "redrives");
    pages.put("schedules", "schedules");
    pages.put("schedule", "schedules/nightly-report");
    pages.put("webhooks", "webhooks");
    pages.put("webhook", "webhooks/" + hook);
    pages.put("policies", "policies");
    pages.put("alert-rules", "alert-rules");
    pages.put("tenants", "tenants");
    pages.put("keys", "keys");
    pages.put("audit", "audit");
    return pages;
  }
}
