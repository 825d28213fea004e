package io.taskforge.server.httpjob;

import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.outbound.TargetUrl;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the payload of an HTTP job. */
record HttpJobReader(@Nullable SsrfPolicy policy) {
  private static final List<String> KEYS = List.of("url", "method", "headers", "body", "timeout");
  private static final Set<String> COMMON_METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  // CONNECT opens a tunnel; TRACE and TRACK echo secrets.
  private static final Set<String> FORBIDDEN_METHODS = Set.of("CONNECT", "TRACE", "TRACK");
  private static final int MAX_METHOD = 32;

  private static final String METHOD_RULE =
      "must be an HTTP method such as GET or POST, not CONNECT or TRACE";

  /** Returns the payload; null, with faults, if it is invalid. */
  @Nullable HttpJobPayload read(JsonValue payload) {
    if (!payload.isObject("payload", "must be an object with " + String.join(", ", KEYS))) {
      return null;
    }
    int before = payload.faults().size();
    payload.knownKeys(KEYS);
    HttpJobPayload read = read(payload, "url");
    return payload.faults().size() > before ? null : read;
  }

  /** Returns the payload in an object that may have more keys, with the URL at {@code urlKey}. */
  @Nullable HttpJobPayload read(JsonValue json, String urlKey) {
    int before = json.faults().size();
    TargetUrl url = TargetUrl.read(json.required(urlKey), policy);
    JsonNode body = json.given("body").node();
    String method = json.given("method").text(METHOD_RULE, HttpJobReader::method);
    Map<String, String> headers = headers(json.given("headers"));
    Duration timeout =
        json.given("timeout").duration(Duration.ofMillis(1), HttpJobPayload.MAX_TIMEOUT);
    return url == null || json.faults().size() > before
        ? null
        : new HttpJobPayload(
            url,
            method != null ? method : body != null ? "POST" : "GET",
            withContentType(headers, body),
            text(body),
            timeout == null ? HttpJobPayload.DEFAULT_TIMEOUT : timeout);
  }

  private static String method(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (text.length() > MAX_METHOD
        || !HeaderRules.isToken(text)
        || FORBIDDEN_METHODS.contains(upper)) {
      throw new IllegalArgumentException(METHOD_RULE);
    }
    return COMMON_METHODS.contains(upper) ? upper : text;
  }

  private Map<String, String> headers(JsonValue json) {
    Map<String, String> headers = new LinkedHashMap<>();
    JsonValue object = json.secret().object("must be an object of strings");
    if (object == null) {
      return headers;
    }
    HeaderRules seen = new HeaderRules();
    for (Map.Entry<String, JsonNode> entry : object.existing().properties()) {
      String name = entry.getKey();
      String value = entry.getValue().isString() ? entry.getValue().stringValue() : null;
      String rule = seen.broken(name, value);
      if (rule == null && value != null && policy != null) {
        rule = HeaderRules.unstorable(name, value);
      }
      if (rule != null) {
        // The value may be secret.
        object.optional(name).shownAs("this header").fault(rule);
      } else if (value != null) {
        headers.put(name, value);
      }
    }
    return headers;
  }

  private static Map<String, String> withContentType(
      Map<String, String> headers, @Nullable JsonNode body) {
    if (body != null && headers.keySet().stream().noneMatch("content-type"::equalsIgnoreCase)) {
      headers.put(
          "Content-Type", body.isString() ? "text/plain; charset=UTF-8" : "application/json");
    }
    return headers;
  }

  private static @Nullable String text(@Nullable JsonNode body) {
    if (body == null) {
      return null;
    }
    return body.isString() ? body.stringValue() : Json.write(body);
  }
}
