package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The identity and the permissions of the caller, as its API key grants them. */
final class CallerRoutes {
  private static final Schema CALLER =
      Schema.object("Caller")
          .required(
              "name", Schema.text(), "the id of the API key, or local while there are no keys")
          .required("tenant", Schema.text().orNull(), "the tenant of the key; null for an operator")
          .required("scope", Schema.oneOf("read", "write", "admin"), "what the key allows");

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/caller",
                "getCaller",
                "Shows the caller's tenant and what its API key allows")
            .answers(200, CALLER)
            .by(CallerRoutes::caller));
  }

  private static Reply caller(Request request) {
    Caller caller = request.caller();
    TenantId tenant = caller.tenant();
    ObjectNode json = Json.object().put("name", caller.name());
    json.put("tenant", tenant == null ? null : tenant.value());
    json.put("scope", caller.scope().word());
    return Reply.ok(json);
  }
}
