package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.RealServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Base class of tests in a real browser. They run with {@code -Dserver.tests.excluded=none}, and
 * are skipped if no browser is installed.
 */
@Tag("browser")
abstract class BrowserTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  @TempDir static Path profile;
  private static Chromium browser;
  @TempDir Path directory;
  RealServer server;
  Tab tab;

  @BeforeAll
  static void startBrowser() throws Exception {
    Optional<Path> chromium = Chromium.installed();
    Assumptions.assumeTrue(chromium.isPresent(), "no Chromium is installed");
    browser = Chromium.start(chromium.orElseThrow(), profile);
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = RealServer.onSqlite(directory);
    tab = browser.tab();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  final JsonNode call(String method, String path, String json, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1" + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isLessThan(300);
    return Json.read(response.body());
  }

  /** Opens a page and waits until its data is shown. */
  final void open(String page) {
    tab.open(server.url() + "/#/" + page);
    tab.await("document.querySelector('h1') && !document.querySelector('.loading')");
  }

  /** Clicks a button and, in the dialog that follows, the one of that name. */
  final void clickAndConfirm(String button, String confirmed) {
    tab.click(button);
    tab.await("document.querySelector('dialog')");
    tab.click(confirmed);
  }

  /** Types into the search box. */
  final void search(String text) {
    tab.evaluate(
        "(() => { const box = document.getElementById('search'); box.focus(); box.value = %s;"
                .formatted(Tab.quoted(text))
            + " box.dispatchEvent(new Event('input')); })()");
  }

  /** Enqueues a job of queue {@code mail}. */
  final String enqueue(String type) throws Exception {
    return call("POST", "/jobs", "{\"type\": \"%s\", \"queue\": \"mail\"}".formatted(type))
        .path("id")
        .asString();
  }

  /** Enqueues a job of queue {@code mail}, whose first attempt fails. */
  final String fail(String type) throws Exception {
    String id = enqueue(type);
    String token =
        call(
                "POST",
                "/claims",
                "{\"worker\": \"w\", \"types\": [\"%s\"], \"queues\": [\"mail\"]}".formatted(type))
            .at("/items/0/token")
            .asString();
    call("POST", "/leases/" + token + "/fail", "{\"errorType\": \"refused\", \"message\": \"no\"}");
    return id;
  }

  /** Lets the next job of type {@code send} in a queue fail. */
  final void failNext(String queue) throws Exception {
    String claim = "{\"worker\": \"w\", \"types\": [\"send\"], \"queues\": [\"%s\"]}";
    String token = call("POST", "/claims", claim.formatted(queue)).at("/items/0/token").asString();
    call("POST", "/leases/" + token + "/fail", "{\"errorType\": \"full\", \"message\": \"no\"}");
  }

  final String stateOf(String id) throws Exception {
    return get("/jobs/" + id).path("state").asString();
  }

  final JsonNode get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1" + path)).build();
    return Json.read(CLIENT.send(request, BodyHandlers.ofString()).body());
  }
}
