package io.taskforge.server.api;

import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.StoreStats;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Statistics of one tenant's jobs, by state and queue. */
final class TenantStatsRoutes {
  private static final Schema STATS =
      Schema.object("TenantStats")
          .required("tenant", Schema.text(), "the tenant")
          .required("jobs", StatsRoutes.JOBS, "the number of its jobs in each state")
          .required(
              "queues",
              Schema.map(
                  Schema.object("TenantQueue")
                      .required("due", Schema.integer(), "jobs that could run now")
                      .required(
                          "oldestDueAt",
                          Schema.time().orNull(),
                          "when the oldest due job became due; null without any")
                      .required("dead", Schema.integer(), "dead letters in the queue")),
              "by name: each queue in which a job of the tenant is due or dead");

  private final StatsCache totals;

  TenantStatsRoutes(StatsCache totals) {
    this.totals = totals;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/tenants/{name}/stats",
                "getTenantStats",
                "Shows a tenant's jobs by state and queue; counted at most every 5 s")
            .at(TenantRoutes.NAME)
            .answers(200, STATS)
            .by(this::stats));
  }

  private Reply stats(Request request) {
    TenantId tenant = request.path(TenantRoutes.NAME);
    if (!request.caller().sees(tenant)) {
      throw Problem.notFound("tenant " + tenant);
    }
    return Reply.ok(shown(tenant, totals.of(tenant)));
  }

  private static ObjectNode shown(TenantId tenant, StoreStats stats) {
    ObjectNode json = Json.object().put("tenant", tenant.value());
    ObjectNode jobs = json.putObject("jobs");
    for (JobState state : JobState.values()) {
      jobs.put(state.name(), stats.jobsByState().getOrDefault(state, 0L));
    }
    ObjectNode queues = json.putObject("queues");
    new TreeMap<>(stats.queues())
        .forEach(
            (name, counts) -> {
              if (counts.due() > 0 || counts.dead() > 0) {
                queues
                    .putObject(name.value())
                    .put("due", counts.due())
                    .put("oldestDueAt", JobJson.time(counts.oldestDueAt()))
                    .put("dead", counts.dead());
              }
            });
    return json;
  }
}
