package io.taskforge.server.dashboard;

import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      for (Map.Entry<String, String> page : DemoStore.pages(server).entrySet()) {
        pictures(tab, server, page);
      }
      DemoStore.useKeyOfTenant(server, tab);
      pictures(tab, server, Map.entry("tenant-overview", ""));
      tab.assertNoTrouble();
    }
  }

  private static void pictures(Tab tab, TestServer server, Map.Entry<String, String> page)
      throws IOException {
    picture(tab, server, page, WIDE, "light", "");
    picture(tab, server, page, WIDE, "dark", "-dark");
    picture(tab, server, page, NARROW, "light", "-narrow");
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
}
