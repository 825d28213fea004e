package io.taskforge.server.http;

import io.taskforge.server.audit.AuditRecorder;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Serves routes inside the HTTP server of another program, for instance of a Spring application.
 * That program authenticates the callers. Thread-safe.
 */
public final class RouteDispatcher {
  private final RouteTable<RouteHandler> table;
  private final Supplier<String> incidents;

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
    this.incidents = incidents;
    HeapBudgets heap = HeapBudgets.ofThisProcess();
    this.table =
        new RouteTable<>(
            routes, route -> new RouteHandler(route, callers, auditor, heap.of(route)));
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
      RouteTable.Match<RouteHandler> match = table.match(exchange);
      match.target().handle(exchange, match.parameters());
    } catch (RuntimeException e) {
      exchange.send(ExceptionMapper.reply(e, exchange, incidents));
    }
  }
}
