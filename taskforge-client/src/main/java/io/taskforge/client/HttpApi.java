package io.taskforge.client;

import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Sends requests to the HTTP API of a server, for calls that {@link TaskForgeClient} has no method
 * for. Thread-safe.
 */
public final class HttpApi {
  private static final String API = "/api/v1";
  private static final String JSON = "application/json";
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final String base;
  private final @Nullable String key;
  private final HttpClient http;
  private final Duration answer;

  private HttpApi(String base, @Nullable String key, Duration connect, Duration answer) {
    this.base = base;
    this.key = key;
    this.http = HttpClient.newBuilder().connectTimeout(connect).build();
    this.answer = answer;
  }

  /**
   * Returns a client of the server at {@code url}, such as {@code http://127.0.0.1:8080}.
   *
   * @param key an API key, or null
   * @throws IllegalArgumentException if the URL or the key is not valid
   */
  public static HttpApi of(String url, @Nullable String key) {
    URI uri;
    try {
      uri = URI.create(url.strip());
    } catch (IllegalArgumentException e) {
      throw illegal(url);
    }
    boolean web = "http".equalsIgnoreCase(uri.getScheme()) || isTls(uri);
    if (!web || uri.getHost() == null || uri.getQuery() != null || uri.getFragment() != null) {
      throw illegal(url);
    }
    if (key != null && !key.strip().matches("[\\x21-\\x7e]+")) {
      throw new IllegalArgumentException("the API key must be printable ASCII without spaces");
    }
    return new HttpApi(
        uri.toString().replaceFirst("/+$", ""), key == null ? null : key.strip(), CONNECT, ANSWER);
  }

  private static IllegalArgumentException illegal(String url) {
    return new IllegalArgumentException(
        "'%s' must be a URL such as http://127.0.0.1:8080".formatted(url));
  }

  private static boolean isTls(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /** Returns a client of the same server with this timeout; 60 s by default. */
  public HttpApi within(Duration limit) {
    return new HttpApi(base, key, limit.compareTo(CONNECT) < 0 ? limit : CONNECT, limit);
  }

  /** The URL of the server. */
  public String url() {
    return base;
  }

  /**
   * Sends a request.
   *
   * @param path the path after {@code /api/v1}, with its query
   * @param json the body, or null
   * @param headers further headers
   * @throws ApiException if the server rejects it or does not answer
   */
  public ApiResponse send(
      String method, String path, @Nullable String json, Map<String, String> headers) {
    HttpRequest.Builder request =
        request(path, headers)
            .timeout(answer)
            .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
    if (json != null) {
      request.setHeader("Content-Type", JSON);
    }
    HttpResponse<String> response = exchange(request.build(), BodyHandlers.ofString());
    String body = Objects.requireNonNullElse(response.body(), "");
    if (response.statusCode() / 100 != 2) {
      throw rejected(response, body);
    }
    return new ApiResponse(response.statusCode(), body);
  }

  /**
   * Posts JSON to a resource that answers with a list, {@code items}.
   *
   * @throws ApiException also if the answer is of something else, such as a proxy's login page
   */
  JsonNode post(String path, String json, Map<String, String> headers) {
    ApiResponse response = send("POST", path, json, headers);
    try {
      JsonNode answer = Json.read(response.body());
      if (answer.path("items").isArray()) {
        return answer;
      }
    } catch (InvalidJsonException e) {
      throw ApiException.unanswered(foreign(response), e);
    }
    throw ApiException.unanswered(foreign(response), null);
  }

  private String foreign(ApiResponse response) {
    return "the answer of %s with status %d is not that of a TaskForge server; check for a proxy"
        .formatted(base, response.status());
  }

  /** Opens a stream, for instance of server-sent events, which has no timeout. */
  public InputStream open(String path, Map<String, String> headers) {
    HttpResponse<InputStream> response =
        exchange(request(path, headers).GET().build(), BodyHandlers.ofInputStream());
    if (response.statusCode() == 200) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      throw rejected(response, new String(body.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private static ApiException rejected(HttpResponse<?> response, String body) {
    return ApiException.rejected(
        response.statusCode(), body, response.headers().firstValue("Retry-After").orElse(null));
  }

  private HttpRequest.Builder request(String path, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + API + path)).header("Accept", JSON);
    headers.forEach(request::setHeader);
    return key == null ? request : request.header("Authorization", "Bearer " + key);
  }

  private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiException.unanswered("interrupted", e);
    }
  }

  private ApiException unreachable(IOException e) {
    return ApiException.unanswered("no response from %s: %s".formatted(base, why(e)), e);
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
