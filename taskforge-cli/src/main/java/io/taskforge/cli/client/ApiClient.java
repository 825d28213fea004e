package io.taskforge.cli.client;

import io.taskforge.json.strict.Json;
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

/** An HTTP client of a server's API. A rejected request throws a {@link CommandFailure}. */
public final class ApiClient {
  /** The environment variable that holds the API key. */
  public static final String KEY_VARIABLE = "TASKFORGE_API_KEY";

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
   * Returns a client of the server at {@code url}, such as {@code http://127.0.0.1:8080}.
   *
   * @param key an API key, or null
   */
  public static ApiClient of(String url, @Nullable String key) {
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
      throw CommandFailure.invalid(KEY_VARIABLE + " does not contain an API key");
    }
    return new ApiClient(
        uri.toString().replaceFirst("/+$", ""), key == null ? null : key.strip(), CONNECT, ANSWER);
  }

  /** Returns a client of the same server with this timeout. */
  public ApiClient within(Duration limit) {
    return new ApiClient(base, key, limit, limit);
  }

  private static boolean isTls(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /** Returns {@code text} encoded as a segment of a URL's path. */
  public static String segment(String text) {
    if (text.isBlank()) {
      throw CommandFailure.invalid("an id or name must not be empty");
    }
    return encoded(text);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns {@code path} with these query parameters. */
  public static String withQuery(String path, Map<String, String> query) {
    String parameters =
        query.entrySet().stream()
            .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? path : path + "?" + parameters;
  }

  public String url() {
    return base;
  }

  public ApiAnswer get(String path) {
    return get(path, Map.of());
  }

  public ApiAnswer get(String path, Map<String, String> query) {
    return send("GET", withQuery(path, query), null, JSON);
  }

  /** Requests plain text instead of JSON. */
  public String text(String path) {
    return send("GET", path, null, "text/plain").body();
  }

  public ApiAnswer post(String path) {
    return send("POST", path, null, JSON);
  }

  public ApiAnswer post(String path, JsonNode body) {
    return send("POST", path, body, JSON);
  }

  public ApiAnswer delete(String path) {
    return send("DELETE", path, null, JSON);
  }

  /** Replaces an item with optimistic locking; version 0 creates it. */
  public ApiAnswer put(String path, JsonNode body, long version) {
    HttpRequest.Builder request = request(path);
    if (version == 0) {
      request.header("If-None-Match", "*");
    } else {
      request.header("If-Match", "\"" + version + "\"");
    }
    return send(request, "PUT", body, JSON);
  }

  /** Replaces the version of an item that is there, or creates the item. */
  public ApiAnswer replace(String path, JsonNode body) {
    long version = find(path).map(before -> before.json().path("version").asLong(0)).orElse(0L);
    return put(path, body, version);
  }

  /** Like {@link #get}, but empty for status 404. */
  public Optional<ApiAnswer> find(String path) {
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
  public EventReader events(@Nullable String lastSeen) {
    HttpRequest.Builder request = request("/events").header("Accept", "text/event-stream").GET();
    if (lastSeen != null) {
      request.header("Last-Event-ID", lastSeen);
    }
    HttpResponse<InputStream> response = exchange(request.build(), BodyHandlers.ofInputStream());
    if (response.statusCode() == 200) {
      return new EventReader(response.body());
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
            "no response from %s: %s".formatted(base, why(e)),
            "  is the server running (./taskforge server), and is --server or TASKFORGE_SERVER"
                + " right?"),
        ExitCodes.UNREACHABLE);
  }

  /** The JDK's client has no message for unknown hosts and refused connections. */
  private static String why(IOException e) {
    if (e.getMessage() != null) {
      return e.getMessage();
    }
    boolean unknown =
        e.getCause() != null && e.getCause().getCause() instanceof UnresolvedAddressException;
    return unknown ? "no such host" : "no connection";
  }
}
