package io.taskforge.server.httpjob;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Parses one payload and collects all faults. */
final class HttpJobReader {
  private static final List<String> KEYS = List.of("url", "method", "headers", "body", "timeout");
  private static final Set<String> COMMON_METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  // CONNECT opens a tunnel; TRACE and TRACK echo secrets.
  private static final Set<String> FORBIDDEN_METHODS = Set.of("CONNECT", "TRACE", "TRACK");
  private static final int MAX_METHOD = 32;

  private final @Nullable SsrfPolicy policy;
  private final List<Fault> faults = new ArrayList<>();

  HttpJobReader(@Nullable SsrfPolicy policy) {
    this.policy = policy;
  }

  HttpJobPayload read(JsonNode payload) {
    if (!payload.isObject()) {
      boolean isMissing = payload.isNull() || payload.isMissingNode();
      add(
          "payload",
          isMissing ? Fault.NOTHING : JsonValue.kind(payload),
          "must be an object with " + String.join(", ", KEYS));
      throw new InvalidHttpJobException(faults);
    }
    for (String key : payload.propertyNames()) {
      if (!KEYS.contains(key)) {
        add(
            JsonValue.abbreviated(key),
            JsonValue.kind(payload.get(key)),
            "unknown key; allowed here are " + String.join(", ", KEYS));
      }
    }
    TargetUrl url = url(given(payload, "url"));
    JsonNode body = given(payload, "body");
    String method = method(given(payload, "method"), body != null);
    Map<String, String> headers = headers(given(payload, "headers"));
    Duration timeout = timeout(given(payload, "timeout"));
    if (url == null || !faults.isEmpty()) {
      throw new InvalidHttpJobException(faults);
    }
    return new HttpJobPayload(url, method, withContentType(headers, body), text(body), timeout);
  }

  /** Treats null as missing. */
  private static @Nullable JsonNode given(JsonNode payload, String key) {
    JsonNode node = payload.get(key);
    return node == null || node.isNull() ? null : node;
  }

  // Faults don't contain the URL, because it may contain a password.
  private @Nullable TargetUrl url(@Nullable JsonNode node) {
    if (node == null || !node.isString()) {
      add(
          "url",
          node == null ? Fault.NOTHING : JsonValue.shown(node),
          "must be a string with an http(s) URL");
      return null;
    }
    try {
      TargetUrl url = TargetUrl.parse(node.stringValue());
      if (policy != null) {
        policy
            .whyBlocked(url)
            .ifPresent(
                why ->
                    add(
                        "url",
                        url.hostAndPort(),
                        "must be a target that the setting allowTargets allows: " + why));
      }
      return url;
    } catch (IllegalArgumentException e) {
      add("url", "this URL", String.valueOf(e.getMessage()));
      return null;
    }
  }

  private String method(@Nullable JsonNode node, boolean hasBody) {
    if (node == null) {
      return hasBody ? "POST" : "GET";
    }
    String text = node.isString() ? node.stringValue() : "";
    String upper = text.toUpperCase(Locale.ROOT);
    if (text.length() > MAX_METHOD
        || !HeaderRules.isToken(text)
        || FORBIDDEN_METHODS.contains(upper)) {
      add(
          "method",
          JsonValue.shown(node),
          "must be an HTTP method such as GET or POST, not CONNECT or TRACE");
    }
    return COMMON_METHODS.contains(upper) ? upper : text;
  }

  private Map<String, String> headers(@Nullable JsonNode node) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (node == null) {
      return headers;
    }
    if (!node.isObject()) {
      add("headers", JsonValue.kind(node), "must be an object of strings");
      return headers;
    }
    HeaderRules seen = new HeaderRules();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String name = entry.getKey();
      String value = entry.getValue().isString() ? entry.getValue().stringValue() : null;
      String rule = seen.broken(name, value);
      if (rule == null && value != null && policy != null) {
        rule = HeaderRules.unstorable(name, value);
      }
      if (rule != null) {
        // Nor header values, which may be secret.
        add("headers." + JsonValue.abbreviated(name), "this header", rule);
      } else if (value != null) {
        headers.put(name, value);
      }
    }
    return headers;
  }

  private Duration timeout(@Nullable JsonNode node) {
    if (node == null) {
      return HttpJobPayload.DEFAULT_TIMEOUT;
    }
    try {
      Duration timeout = DurationText.parse(node.isString() ? node.stringValue() : "");
      if (timeout.compareTo(Duration.ofMillis(1)) >= 0
          && timeout.compareTo(HttpJobPayload.MAX_TIMEOUT) <= 0) {
        return timeout;
      }
      add("timeout", JsonValue.shown(node), "must be from 1ms to 15m");
    } catch (IllegalArgumentException e) {
      add("timeout", JsonValue.shown(node), String.valueOf(e.getMessage()) + ", in quotes");
    }
    return HttpJobPayload.DEFAULT_TIMEOUT;
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

  private void add(String key, String value, String rule) {
    faults.add(new Fault(key, value, rule));
  }
}
