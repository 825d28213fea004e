package io.taskforge.server.api;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What those who watch the server ask: is it alive, can it work, what does it count. */
final class ProbeRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(ProbeRoutes.class);
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final Duration STORE_AWAY = Duration.ofSeconds(2);
  private static final Schema STATUS =
      Schema.object("ServerStatus")
          .required("status", Schema.oneOf("up", "ready"), "the server's status");

  private final JobStore store;
  private final PrometheusMeterRegistry metrics;

  ProbeRoutes(JobStore store, PrometheusMeterRegistry metrics) {
    this.store = store;
    this.metrics = metrics;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/healthz")
            .operation("getHealth")
            .access(Access.OPEN)
            .summary("Shows that the process is alive")
            .answers(200, STATUS)
            .by(request -> Reply.ok(Json.object().put("status", "up"))),
        Route.get("/readyz")
            .operation("getReadiness")
            .access(Access.OPEN)
            .summary("Shows whether the database can be reached")
            .answers(200, STATUS)
            .problems(503)
            .by(this::ready),
        Route.get("/metrics")
            .operation("getMetrics")
            .access(Access.shared(Scope.READ))
            .summary("Returns metrics in the Prometheus text format")
            .answers(200)
            .orText()
            .by(request -> Reply.text(PROMETHEUS_TEXT, metrics.scrape())));
  }

  private Reply ready(Request request) {
    try {
      store.now();
      store.queries().workers();
      return Reply.ok(Json.object().put("status", "ready"));
    } catch (StoreException e) {
      LOG.warn("not ready: {}", e.getMessage());
      throw Problem.plain(503, "store-away", "The store can't be reached", "the log says why")
          .retryAfter(STORE_AWAY)
          .exception();
    }
  }
}
