package io.taskforge.server.dashboard;

import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A headless Chromium, if one is installed. */
final class Chromium implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-dev-shm-usage",
          "--remote-debugging-port=0");

  private final Process process;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  private Chromium(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** The path of an installed browser, if any. */
  static Optional<Path> installed() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts the browser with an empty profile. */
  static Chromium start(Path program, Path profile) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(FLAGS);
    command.add("--user-data-dir=" + profile);
    command.add("about:blank");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    Path port = profile.resolve("DevToolsActivePort");
    try {
      String first =
          Awaitility.await()
              .atMost(PATIENCE)
              .until(
                  () -> Files.exists(port) ? Files.readAllLines(port) : List.<String>of(),
                  lines -> lines.size() > 1)
              .get(0);
      return new Chromium(process, "http://127.0.0.1:" + first);
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Opens an empty tab. */
  Tab tab() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/json/new?about:blank"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    JsonNode target = Json.read(client.send(request, BodyHandlers.ofString()).body());
    return Tab.attach(client, URI.create(target.required("webSocketDebuggerUrl").stringValue()));
  }

  @Override
  public void close() {
    List<ProcessHandle> others = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    others.forEach(ProcessHandle::destroyForcibly);
  }
}
