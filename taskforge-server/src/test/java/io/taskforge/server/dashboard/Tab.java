package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A browser tab, controlled with the DevTools protocol, that records all errors. */
final class Tab {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Set<String> TROUBLE =
      Set.of("Runtime.exceptionThrown", "Page.javascriptDialogOpening");

  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private @Nullable WebSocket socket;

  static Tab attach(HttpClient client, URI address) {
    Tab tab = new Tab();
    tab.socket = client.newWebSocketBuilder().buildAsync(address, tab.new Ear()).join();
    tab.command("Page.enable");
    tab.command("Runtime.enable");
    tab.command("Log.enable");
    tab.send("Emulation.setFocusEmulationEnabled", Json.object().put("enabled", true));
    return tab;
  }

  /** Opens a page as if the user had typed its URL. */
  void open(String url) {
    command("Page.navigate", "url", "about:blank");
    await("location.href === 'about:blank'");
    command("Page.navigate", "url", url);
    await("document.readyState === 'complete' && location.href.startsWith('http')");
  }

  /** Returns the value of an expression. */
  JsonNode evaluate(String expression) {
    ObjectNode sent = Json.object();
    sent.put("expression", expression).put("returnByValue", true).put("awaitPromise", true);
    return send("Runtime.evaluate", sent).at("/result/result").path("value");
  }

  /** Waits until an expression is true. */
  void await(String expression) {
    Awaitility.await(expression)
        .atMost(PATIENCE)
        .until(() -> evaluate("Boolean(" + expression + ")").asBoolean(false));
  }

  /** Waits until the page shows a text. */
  void awaitText(String text) {
    await("document.body.innerText.includes(" + quoted(text) + ")");
  }

  /** Clicks the first button of that name, in the topmost dialog if there is one. */
  void click(String name) {
    String button =
        "[...([...document.querySelectorAll('dialog')].at(-1) ?? document).querySelectorAll('button, a')]"
            + ".find(e => e.textContent.trim() === %s && !e.disabled)".formatted(quoted(name));
    await(button);
    evaluate(button + ".click()");
  }

  /** Types into the dialog's field of that label. */
  void type(String label, String text) {
    String input =
        "[...document.querySelectorAll('dialog label')].find(e => e.textContent === %s)?.control"
            .formatted(quoted(label));
    await(input);
    evaluate("(" + input + ").value = " + quoted(text));
  }

  /** Lets pages use the clipboard, as after a user's click. */
  void allowClipboard() {
    ObjectNode sent = Json.object();
    sent.putArray("permissions").add("clipboardReadWrite").add("clipboardSanitizedWrite");
    send("Browser.grantPermissions", sent);
  }

  /** Saves downloads in a directory. */
  void downloadTo(Path directory) {
    command(
        "Browser.setDownloadBehavior", "behavior", "allow", "downloadPath", directory.toString());
  }

  /** Sets the size of the page and its colour scheme, light or dark. */
  void resize(int width, int height, String scheme) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Json.object()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
    ObjectNode media = Json.object();
    media.putArray("features").addObject().put("name", "prefers-color-scheme").put("value", scheme);
    send("Emulation.setEmulatedMedia", media);
  }

  /** Returns a picture of what is visible, as PNG. */
  byte[] screenshot() {
    JsonNode answer = send("Page.captureScreenshot", Json.object().put("format", "png"));
    return Base64.getDecoder().decode(answer.at("/result/data").asString());
  }

  static String quoted(String text) {
    return Json.write(Json.array().add(text)).replaceAll("^\\[|]$", "");
  }

  /** Asserts that there was no error, no policy violation and no alert box. */
  void assertNoTrouble() {
    assertThat(troubles).isEmpty();
  }

  private void command(String method, String... values) {
    ObjectNode sent = Json.object();
    for (int i = 0; i < values.length; i += 2) {
      sent.put(values[i], values[i + 1]);
    }
    send(method, sent);
  }

  private JsonNode send(String method, ObjectNode params) {
    int number = numbers.incrementAndGet();
    ObjectNode message = Json.object().put("id", number).put("method", method);
    message.set("params", params);
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(number, answer);
    WebSocket open = socket;
    if (open == null) {
      throw new IllegalStateException("the tab is not attached");
    }
    open.sendText(Json.write(message), true).join();
    return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  private void heard(JsonNode message) {
    CompletableFuture<JsonNode> answer = waiting.remove(message.path("id").asInt(0));
    if (answer != null) {
      answer.complete(message);
      return;
    }
    String method = message.path("method").asString("");
    JsonNode entry = message.at("/params/entry");
    boolean refused = // a response such as 401 is not an error of the page
        entry.path("level").asString("").equals("error")
            && !entry.path("source").asString("").equals("network");
    boolean complaint = message.at("/params/type").asString("").equals("error");
    if (TROUBLE.contains(method) || refused || complaint) {
      troubles.add(Json.write(message));
    }
  }

  private final class Ear implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        heard(Json.read(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
