package io.taskforge.cli;

import io.taskforge.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of a server's API. A request that is refused ends the command. */
final class ApiClient {
  private static final String API = "/api/v1";
  private static final String JSON = "application/json";
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final String base;
  private final @Nullable String key;
  private final HttpClient http;
  private final Duration answer;

  private ApiClient(String base, @Nullable String key, Duration connect, Duration answer) {
    this.base = base;
    this.key = key;
    this.http = HttpClient.newBuilder().connectTimeout(connect).build();
    this.answer = answer;
  }

  /**
   * A client of the server at {@code url}, such as {@code http://127.0.0.1:8080}.
   *
   * @param key an API key, or null
   */
  static ApiClient of(String url, @Nullable String key) {
    String rule = "must be a URL such as http://127.0.0.1:8080";
    URI uri;
    try {
      uri = URI.create(url.strip());
    } catch (IllegalArgumentException e) {
      throw CommandFailure.invalid("--server: '%s' %s".formatted(url, rule));
    }
    boolean web = "http".equalsIgnoreCase(uri.getScheme()) || isTls(uri);
    if (!web || uri.getHost() == null || uri.getQuery() != null || uri.getFragment() != null) {
      throw CommandFailure.invalid("--server: '%s' %s".formatted(url, rule));
    }
    if (key != null && !key.strip().matches("[\\x21-\\x7e]+")) {
      throw CommandFailure.invalid(ApiOptions.KEY_VARIABLE + " has no API key in it");
    }
    return new ApiClient(
        uri.toString().replaceFirst("/+$", ""), key == null ? null : key.strip(), CONNECT, ANSWER);
  }

  /** Returns a client of the same server that waits for at most this long. */
  ApiClient within(Duration limit) {
    return new ApiClient(base, key, limit, limit);
  }

  private static boolean isTls(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /** Returns a part of a path; what has a meaning in URLs loses it. */
  static String segment(String text) {
    if (text.isBlank()) {
      throw CommandFailure.invalid("an id or name must not be empty");
    }
    return encoded(text);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  String url() {
    return base;
  }

  ApiAnswer get(String path) {
    return get(path, Map.of());
  }

  ApiAnswer get(String path, Map<String, String> query) {
    String asked =
        query.entrySet().stream()
            .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    return send("GET", query.isEmpty() ? path : path + "?" + asked, null, JSON);
  }

  /** Asks for what people read. */
  String text(String path) {
    return send("GET", path, null, "text/plain").body();
  }

  ApiAnswer post(String path) {
    return send("POST", path, null, JSON);
  }

  ApiAnswer post(String path, JsonNode body) {
    return send("POST", path, body, JSON);
  }

  ApiAnswer delete(String path) {
    return send("DELETE", path, null, JSON);
  }

  /** Replaces what has this version, with optimistic locking; 0 for what must not exist yet. */
  ApiAnswer put(String path, JsonNode body, long version) {
    HttpRequest.Builder request = request(path);
    if (version == 0) {
      request.header("If-None-Match", "*");
    } else {
      request.header("If-Match", "\"" + version + "\"");
    }
    return send(request, "PUT", body, JSON);
  }

  /** Returns what is at a path, or empty if there is nothing. */
  Optional<ApiAnswer> find(String path) {
    try {
      return Optional.of(get(path));
    } catch (CommandFailure e) {
      if (e.exitCode() == ExitCodes.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Opens a stream of server-sent events after the one that {@code lastSeen} names, if any. */
  InputStream events(@Nullable String lastSeen) {
    HttpRequest.Builder request = request("/events").header("Accept", "text/event-stream").GET();
    if (lastSeen != null) {
      request.header("Last-Event-ID", lastSeen);
    }
    HttpResponse<InputStream> response = exchange(request.build(), BodyHandlers.ofInputStream());
    if (response.statusCode() == 200) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      throw ApiProblem.failure(response.statusCode(), text);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private ApiAnswer send(String method, String path, @Nullable JsonNode body, String accept) {
    return send(request(path), method, body, accept);
  }

  private ApiAnswer send(
      HttpRequest.Builder request, String method, @Nullable JsonNode body, String accept) {
    BodyPublisher sent =
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body));
    request.timeout(answer).header("Accept", accept).method(method, sent);
    if (body != null) {
      request.header("Content-Type", JSON);
    }
    HttpResponse<String> response = exchange(request.build(), BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw ApiProblem.failure(response.statusCode(), response.body());
    }
    return new ApiAnswer(response.statusCode(), Objects.requireNonNullElse(response.body(), ""));
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + API + path));
    return key == null ? request : request.header("Authorization", "Bearer " + key);
  }

  private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.of(List.of("interrupted"), ExitCodes.UNEXPECTED);
    }
  }

  private CommandFailure unreachable(IOException e) {
    return CommandFailure.of(
        List.of(
            "no answer from %s: %s".formatted(base, why(e)),
            "  is the server running (./taskforge server), and is --server or TASKFORGE_SERVER"
                + " right?"),
        ExitCodes.UNREACHABLE);
  }

  /** The JDK's client often has no message for what is most common. */
  private static String why(IOException e) {
    if (e.getMessage() != null) {
      return e.getMessage();
    }
    boolean unknown =
        e.getCause() != null && e.getCause().getCause() instanceof UnresolvedAddressException;
    return unknown ? "no such host" : "no connection";
  }
}
