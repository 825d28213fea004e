package io.taskforge.server.api;

import io.taskforge.json.strict.Json;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Liveness and readiness probes, and Prometheus metrics.
 *
 * @param metrics writes them, or null if they are published elsewhere
 */
record ProbeRoutes(Readiness readiness, @Nullable Supplier<String> metrics) {
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final Schema STATUS =
      Schema.object("ServerStatus")
          .required("status", Schema.oneOf("up", "ready"), "the server's status");

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.add(
        Route.get("/healthz", "getHealth")
            .summary("Shows that the process is alive")
            .access(Access.OPEN)
            .answers(200, STATUS)
            .by(request -> Reply.ok(Json.object().put("status", "up"))));
    routes.add(
        Route.get("/readyz", "getReadiness")
            .summary("Shows whether the database can be reached and written to")
            .access(Access.OPEN)
            .answers(200, STATUS)
            .problems(503)
            .by(this::ready));
    if (metrics != null) {
      routes.add(
          Route.get("/metrics", "getMetrics")
              .summary("Returns metrics in the Prometheus text format")
              .access(Access.shared(Scope.READ))
              .answers(200)
              .orText()
              .by(request -> Reply.text(PROMETHEUS_TEXT, metrics.get())));
    }
    return routes;
  }

  private Reply ready(Request request) {
    return readiness
        .problem()
        .map(Reply::problem)
        .orElseGet(() -> Reply.ok(Json.object().put("status", "ready")));
  }
}
