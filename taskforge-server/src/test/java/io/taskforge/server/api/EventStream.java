package io.taskforge.server.api;

import io.taskforge.server.http.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import tools.jackson.databind.JsonNode;

/** A listener to a server's events. */
public final class EventStream implements AutoCloseable {
  private final InputStream body;
  private final Scanner lines;

  /** Listens; what happens from now on is heard. */
  public EventStream(TestServer server, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/events"))
            .header("Accept", "text/event-stream");
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<InputStream> response =
          HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
      body = response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    lines = new Scanner(body, StandardCharsets.UTF_8);
    lines.nextLine(); // its greeting comes before any event
  }

  /** Waits for the next event of that name, and returns what it says. */
  public JsonNode next(String name) {
    String last = "";
    while (true) {
      String line = lines.nextLine();
      if (line.startsWith("event:")) {
        last = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:") && last.equals(name)) {
        return Json.read(line.substring("data:".length()));
      }
    }
  }

  /** Waits for the next event, and returns its name. */
  public String nextName() {
    while (true) {
      String line = lines.nextLine();
      if (line.startsWith("event:")) {
        return line.substring("event:".length()).strip();
      }
    }
  }

  @Override
  public void close() {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
