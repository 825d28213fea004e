package io.taskforge.cli.demo;

import io.taskforge.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Calls a server's API over HTTP; every answer that is no success is an exception. */
final class ApiCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int FIRST_FAILURE = 300;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(PATIENCE)
          .build();
  private final String server;

  /**
   * Makes calls.
   *
   * @param server the URL of its root, without a slash at its end
   */
  ApiCalls(String server) {
    this.server = server;
  }

  JsonNode get(String path) throws InterruptedException {
    return Json.read(send(request(path).build(), BodyHandlers.ofString()));
  }

  String text(String path) throws InterruptedException {
    return send(request(path).header("Accept", "text/plain").build(), BodyHandlers.ofString());
  }

  JsonNode post(String path, String json) throws InterruptedException {
    return Json.read(
        send(
            request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build(),
            BodyHandlers.ofString()));
  }

  JsonNode post(String path) throws InterruptedException {
    return Json.read(
        send(request(path).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString()));
  }

  /** Opens a stream that does not end by itself. */
  InputStream stream(String path) throws InterruptedException {
    return send(
        request(path).header("Accept", "text/event-stream").build(), BodyHandlers.ofInputStream());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path)).timeout(PATIENCE);
  }

  private <T> T send(HttpRequest request, BodyHandler<T> body) throws InterruptedException {
    try {
      HttpResponse<T> response = http.send(request, body);
      if (response.statusCode() >= FIRST_FAILURE) {
        throw new IllegalStateException(
            "%s %s was answered with %d: %s"
                .formatted(
                    request.method(),
                    request.uri().getPath(),
                    response.statusCode(),
                    response.body()));
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(request.method() + " " + request.uri(), e);
    }
  }
}
