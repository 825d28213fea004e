package io.taskforge.server.api;

import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.View;
import java.util.List;

/** The identity and the permissions of the caller, as its API key grants them. */
final class CallerRoutes {
  private static final View<Caller> CALLER =
      View.<Caller>of("Caller")
          .text("name", Caller::name, "the id of the API key, or local while there are no keys")
          .textOrNull("tenant", Caller::tenant, "the tenant of the key; null for an operator")
          .lowerCaseWord("scope", Caller::scope, Scope.class, "what the key allows");

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/caller", "getCaller")
            .summary("Shows the caller's tenant and what its API key allows")
            .answers(200, CALLER)
            .by(request -> Reply.ok(CALLER.json(request.caller()))));
  }
}
