package io.taskforge.server.http;

import io.taskforge.text.BoundedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request. HEAD is supported wherever GET is.
 *
 * <p>Every request is checked before dispatch, because the framework uses some method names itself,
 * such as BEFORE. The check needs no API key: the OpenAPI document is public.
 *
 * @param <T> what is found for a route
 */
final class RouteTable<T> {
  private static final int SHOWN_BYTES = 200;

  private record Entry<T>(String method, List<String> template, T target) {}

  private final List<Entry<T>> entries = new ArrayList<>();

  RouteTable(List<Route> routes, Function<Route, T> target) {
    for (Route route : routes) {
      entries.add(new Entry<>(route.method(), segments(route.path()), target.apply(route)));
    }
  }

  /** The first route that matches a request. */
  record Match<T>(T target, List<String> template, List<String> path) {
    /** Returns the decoded path parameters; that they can be decoded was checked before. */
    Map<String, String> parameters() {
      Map<String, String> parameters = new LinkedHashMap<>();
      for (int i = 0; i < template.size(); i++) {
        String name = template.get(i);
        if (name.startsWith("{")) {
          // A plus is a plus in a path.
          parameters.put(
              name.substring(1, name.length() - 1),
              Objects.requireNonNull(PercentEncoding.decoded(path.get(i).replace("+", "%2B"))));
        }
      }
      return parameters;
    }
  }

  /** Rejects unknown paths with 404, and methods that a path does not support with 405. */
  Match<T> match(Exchange exchange) {
    String method = exchange.method().equals("HEAD") ? "GET" : exchange.method();
    List<String> path = segments(exchange.path());
    Set<String> allowed = new TreeSet<>();
    @Nullable Match<T> found = null;
    for (Entry<T> entry : entries) {
      if (matches(entry.template, path)) {
        allowed.add(entry.method);
        if (found == null && entry.method.equals(method)) {
          found = new Match<>(entry.target, entry.template, path);
        }
      }
    }
    if (allowed.isEmpty()) {
      throw Problem.notFound(
          "route at %s; GET /openapi.json lists all paths".formatted(shown(exchange.path())));
    }
    if (found == null) {
      if (allowed.contains("GET")) {
        allowed.add("HEAD");
      }
      String list = String.join(", ", allowed);
      exchange.setHeader("Allow", list);
      throw Problem.plain(
          405,
          "method",
          "Method not allowed",
          "%s does not support %s; allowed: %s"
              .formatted(shown(exchange.path()), shown(exchange.method()), list));
    }
    return found;
  }

  private static String shown(String text) {
    return BoundedText.of(text, SHOWN_BYTES);
  }

  private static boolean matches(List<String> template, List<String> path) {
    if (template.size() != path.size()) {
      return false;
    }
    for (int i = 0; i < template.size(); i++) {
      boolean parameter = template.get(i).startsWith("{");
      if (parameter ? path.get(i).isEmpty() : !template.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Ignores one trailing slash. */
  private static List<String> segments(String path) {
    List<String> segments = List.of(path.split("/", -1));
    int last = segments.size() - 1;
    return last > 1 && segments.get(last).isEmpty() ? segments.subList(0, last) : segments;
  }
}
