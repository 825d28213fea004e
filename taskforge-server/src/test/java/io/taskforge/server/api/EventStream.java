package io.taskforge.server.api;

import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import tools.jackson.databind.JsonNode;

/** A client of the event stream. */
public final class EventStream implements AutoCloseable {
  private final HttpResponse<InputStream> response;
  private final Scanner lines;
  private String id = "";
  private String name = "";
  private int comments;

  /** Opens a stream of new events. */
  public EventStream(TestServer server, String... headers) {
    this(server.url(), accepting("text/event-stream", headers));
  }

  private EventStream(String url, List<String> headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/api/v1/events"));
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    try {
      response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    lines = new Scanner(response.body(), StandardCharsets.UTF_8);
    lines.nextLine(); // the first comment
  }

  /** Opens a stream with only these headers. */
  static EventStream bare(TestServer server, String... headers) {
    return of(server.url(), List.of(headers));
  }

  static EventStream of(String url, List<String> headers) {
    return new EventStream(url, headers);
  }

  private static List<String> accepting(String type, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Accept");
    all.add(type);
    return all;
  }

  /** Waits for the next event of that name and returns its data. */
  public JsonNode next(String wanted) {
    JsonNode data = next();
    while (!name.equals(wanted)) {
      data = next();
    }
    return data;
  }

  /** Waits for the next event and returns its data. */
  JsonNode next() {
    while (true) {
      String line = lines.nextLine();
      if (line.startsWith("id:")) {
        id = line.substring("id:".length()).strip();
      } else if (line.startsWith("event:")) {
        name = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:")) {
        return Json.read(line.substring("data:".length()));
      } else if (line.startsWith(":")) {
        comments++;
      }
    }
  }

  /** Waits for the next event, and returns its name. */
  public String nextName() {
    JsonNode ignored = next();
    return name;
  }

  /** The id of the latest event. */
  String id() {
    return id;
  }

  /** The name of the latest event. */
  String name() {
    return name;
  }

  /** The number of keep-alive comments so far. */
  int comments() {
    return comments;
  }

  int status() {
    return response.statusCode();
  }

  String header(String header) {
    return response.headers().firstValue(header).orElse("");
  }

  @Override
  public void close() {
    try {
      response.body().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
