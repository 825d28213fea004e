package io.taskforge.server.api;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taskforge.TaskForge;
import io.taskforge.server.http.OpenApi;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Every route of the server. */
public final class Api {
  private Api() {}

  /** Returns the routes over a TaskForge and its store. */
  public static List<Route> routes(
      TaskForge forge,
      JobStore store,
      EventFeed feed,
      PrometheusMeterRegistry metrics,
      String version) {
    List<Route> routes = new ArrayList<>();
    routes.addAll(new EnqueueRoutes(forge).routes());
    routes.addAll(new JobRoutes(forge).routes());
    routes.addAll(new JobChangeRoutes(forge, store::now).routes());
    routes.addAll(new ClaimRoutes(forge.remoteWorkers()).routes());
    routes.addAll(new WorkerRoutes(store.queries()).routes());
    routes.addAll(new EventRoutes(feed).routes());
    routes.addAll(new ProbeRoutes(store, metrics).routes());
    routes.add(openApi(routes, version));
    return List.copyOf(routes);
  }

  private static Route openApi(List<Route> others, String version) {
    Route.Builder self =
        Route.get("/openapi.json")
            .summary("Describes all of this")
            .answers(200, Schema.map(Schema.any()));
    List<Route> all = new ArrayList<>(others);
    all.add(self.by(request -> Reply.nothing()));
    ObjectNode document = OpenApi.document(version, all);
    return self.by(request -> Reply.ok(document));
  }
}
