package io.taskforge.server.api;

import static java.util.Comparator.naturalOrder;

import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.TenantQueue;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import tools.jackson.databind.node.ObjectNode;

/** Statistics of one tenant's jobs, by state and queue. */
final class TenantStatsRoutes {
  // Counting reads all jobs of a tenant; its keys must not be able to cause more load than this.
  private static final Duration FRESH = Duration.ofSeconds(5);
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

  private final JobQueries queries;
  private final ExpiringCache<TenantId, ObjectNode> figures;
  private final ExpiringCache<String, Map<TenantQueue, QueueLoad>> loads;

  TenantStatsRoutes(JobQueries queries, LongSupplier ticker) {
    this.queries = queries;
    figures = new ExpiringCache<>(ticker, FRESH);
    loads = new ExpiringCache<>(ticker, FRESH);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/tenants/{name}/stats")
            .operation("getTenantStats")
            .summary("Shows a tenant's jobs by state and queue; counted at most every 5 s")
            .at(TenantRoutes.NAME)
            .answers(200, STATS)
            .problems(404)
            .by(this::stats));
  }

  private Reply stats(Request request) {
    TenantId tenant = request.path(TenantRoutes.NAME);
    if (!request.caller().sees(tenant)) {
      throw Problem.notFound("tenant " + tenant).exception();
    }
    return Reply.ok(figures.get(tenant, this::count));
  }

  private ObjectNode count(TenantId tenant) {
    ObjectNode json = Json.object().put("tenant", tenant.value());
    ObjectNode jobs = json.putObject("jobs");
    for (JobState state : JobState.values()) {
      jobs.put(state.name(), queries.count(JobFilter.all(1).tenant(tenant).state(state)));
    }
    ObjectNode queues = json.putObject("queues");
    new TreeMap<>(loads.get("all", any -> queries.loads()))
        .forEach(
            (place, load) -> {
              if (place.tenant().equals(tenant)) {
                queues.set(place.queue().value(), queue(load));
              }
            });
    return json;
  }

  private static ObjectNode queue(QueueLoad load) {
    ObjectNode json = Json.object();
    json.put("due", load.due().values().stream().mapToLong(QueueLoad.Due::count).sum());
    Instant oldest =
        load.due().values().stream().map(QueueLoad.Due::oldestAt).min(naturalOrder()).orElse(null);
    return json.put("oldestDueAt", JobJson.time(oldest)).put("dead", load.dead());
  }
}
