package io.taskforge.cli.client;

import io.taskforge.client.ApiException;
import io.taskforge.client.ApiResponse;
import io.taskforge.client.HttpApi;
import io.taskforge.json.strict.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of a server's API, for commands. A rejected request throws a {@link CommandFailure}. */
public final class ApiClient {
  /** The environment variable that holds the API key. */
  public static final String KEY_VARIABLE = "TASKFORGE_API_KEY";

  private final HttpApi api;

  private ApiClient(HttpApi api) {
    this.api = api;
  }

  /**
   * Returns a client of the server at {@code url}, such as {@code http://127.0.0.1:8080}.
   *
   * @param key an API key, or null
   */
  public static ApiClient of(String url, @Nullable String key) {
    HttpApi keyless;
    try {
      keyless = HttpApi.of(url, null);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.invalid("--server: " + e.getMessage());
    }
    try {
      return new ApiClient(key == null ? keyless : HttpApi.of(url, key));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.invalid(KEY_VARIABLE + " does not contain an API key");
    }
  }

  /** Returns a client of the same server with this timeout. */
  public ApiClient within(Duration limit) {
    return new ApiClient(api.within(limit));
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
    return api.url();
  }

  public ApiAnswer get(String path) {
    return get(path, Map.of());
  }

  public ApiAnswer get(String path, Map<String, String> query) {
    return send("GET", withQuery(path, query), null, Map.of());
  }

  /** Requests plain text instead of JSON. */
  public String text(String path) {
    return send("GET", path, null, Map.of("Accept", "text/plain")).body();
  }

  public ApiAnswer post(String path) {
    return send("POST", path, null, Map.of());
  }

  public ApiAnswer post(String path, JsonNode body) {
    return send("POST", path, body, Map.of());
  }

  public ApiAnswer delete(String path) {
    return send("DELETE", path, null, Map.of());
  }

  /** Replaces an item with optimistic locking; version 0 creates it. */
  public ApiAnswer put(String path, JsonNode body, long version) {
    return send(
        "PUT",
        path,
        body,
        version == 0 ? Map.of("If-None-Match", "*") : Map.of("If-Match", "\"" + version + "\""));
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
    Map<String, String> accept = Map.of("Accept", "text/event-stream");
    Map<String, String> resumed =
        lastSeen == null
            ? accept
            : Map.of("Accept", "text/event-stream", "Last-Event-ID", lastSeen);
    try {
      return new EventReader(api.open("/events", resumed));
    } catch (ApiException e) {
      throw failure(e);
    }
  }

  private ApiAnswer send(
      String method, String path, @Nullable JsonNode body, Map<String, String> headers) {
    try {
      ApiResponse answer = api.send(method, path, body == null ? null : Json.write(body), headers);
      return new ApiAnswer(answer.status(), answer.body());
    } catch (ApiException e) {
      throw failure(e);
    }
  }

  private static CommandFailure failure(ApiException e) {
    if (e.status() != 0) {
      return ApiProblem.failure(e.status(), e.body());
    }
    String line = String.valueOf(e.getMessage());
    return e.getCause() instanceof InterruptedException
        ? CommandFailure.of(List.of(line), ExitCodes.UNEXPECTED)
        : CommandFailure.of(
            List.of(
                line,
                "  is the server running (./taskforge server), and is --server or TASKFORGE_SERVER"
                    + " right?"),
            ExitCodes.UNREACHABLE);
  }
}
