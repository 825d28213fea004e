package io.taskforge.server.http;

import io.taskforge.server.audit.AuditRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Serves routes inside the HTTP server of another program, for instance of a Spring application.
 * That program authenticates the callers. Thread-safe.
 */
public final class RouteDispatcher {
  private final AllowedMethods methods;
  private final List<Entry> entries = new ArrayList<>();
  private final Supplier<String> incidents;

  private record Entry(List<String> template, RouteHandler handler) {}

  /**
   * @param callers identifies callers; routes with open access don't ask it
   * @param auditor writes the audit log
   * @param incidents numbers of unexpected errors, which are in the response and in the log
   */
  public RouteDispatcher(
      List<Route> routes,
      CallerIdentity callers,
      AuditRecorder auditor,
      Supplier<String> incidents) {
    this.methods = new AllowedMethods(routes);
    this.incidents = incidents;
    HeapBudgets heap = HeapBudgets.ofThisProcess();
    for (Route route : routes) {
      entries.add(
          new Entry(
              AllowedMethods.segments(route.path()),
              new RouteHandler(route, callers, auditor, heap.of(route))));
    }
  }

  /**
   * Handles a request.
   *
   * @param loopbackOnly whether a Host that is not a loopback name is rejected, which protects an
   *     application without login from DNS rebinding
   * @throws IOException if the client disconnects
   */
  public void handle(Exchange exchange, boolean loopbackOnly) throws IOException {
    try {
      new CrossSiteProtection(loopbackOnly).protect(exchange);
      methods.check(exchange);
      dispatch(exchange);
    } catch (RuntimeException e) {
      exchange.send(ExceptionMapper.reply(e, exchange, incidents));
    }
  }

  private void dispatch(Exchange exchange) throws IOException {
    String method = exchange.method().equals("HEAD") ? "GET" : exchange.method();
    List<String> path = AllowedMethods.segments(exchange.path());
    for (Entry entry : entries) {
      if (entry.handler.route().method().equals(method)
          && AllowedMethods.matches(entry.template, path)) {
        entry.handler.handle(exchange, parameters(entry.template, path));
        return;
      }
    }
    throw new IllegalStateException("no route for " + method + " " + exchange.path());
  }

  private static Map<String, String> parameters(List<String> template, List<String> path) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 0; i < template.size(); i++) {
      String name = template.get(i);
      if (name.startsWith("{")) {
        // A plus is a plus in a path; that it can be decoded was checked before.
        parameters.put(
            name.substring(1, name.length() - 1),
            Objects.requireNonNull(PercentEncoding.decoded(path.get(i).replace("+", "%2B"))));
      }
    }
    return parameters;
  }
}
