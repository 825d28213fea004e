package io.taskforge.server.http;

import io.taskforge.text.BoundedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The methods that each path supports, from the route table. HEAD is supported wherever GET is.
 *
 * <p>Every request is checked before dispatch, because the framework uses some method names itself,
 * such as BEFORE. The check needs no API key: the OpenAPI document is public.
 */
final class AllowedMethods {
  private static final int SHOWN_BYTES = 200;

  private record Template(List<String> segments, String method) {}

  private final List<Template> templates = new ArrayList<>();

  AllowedMethods(List<Route> routes) {
    for (Route route : routes) {
      List<String> segments = segments(route.path());
      templates.add(new Template(segments, route.method()));
      if (route.method().equals("GET")) {
        templates.add(new Template(segments, "HEAD"));
      }
    }
  }

  /** Rejects unknown paths with 404, and methods that a path does not support with 405. */
  void check(Exchange exchange) {
    String path = exchange.path();
    String method = exchange.method();
    Set<String> allowed = allowedAt(path);
    if (allowed.isEmpty()) {
      throw Problem.notFound(
          "route at %s; GET /openapi.json lists all paths".formatted(shown(path)));
    }
    if (!allowed.contains(method)) {
      String list = String.join(", ", allowed);
      exchange.setHeader("Allow", list);
      throw Problem.plain(
          405,
          "method",
          "Method not allowed",
          "%s does not support %s; allowed: %s".formatted(shown(path), shown(method), list));
    }
  }

  /** Returns the methods that a path supports, in alphabetical order; empty for unknown paths. */
  private Set<String> allowedAt(String path) {
    List<String> segments = segments(path);
    return templates.stream()
        .filter(template -> matches(template.segments, segments))
        .map(Template::method)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String shown(String text) {
    return BoundedText.of(text, SHOWN_BYTES);
  }

  static boolean matches(List<String> template, List<String> path) {
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
  static List<String> segments(String path) {
    List<String> segments = List.of(path.split("/", -1));
    int last = segments.size() - 1;
    return last > 1 && segments.get(last).isEmpty() ? segments.subList(0, last) : segments;
  }
}
