package io.taskforge.server.api;

import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobQueries;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Totals of jobs, queues, retries and workers. */
final class StatsRoutes {
  static final Schema JOBS = jobs();

  private static final Schema STATS =
      FiguresJson.withRetries(Schema.object("Stats"))
          .required("tenant", Schema.text().orNull(), "the tenant; null for all")
          .required("jobs", JOBS, "the number of jobs in each state")
          .required(
              "queues",
              Schema.map(QueueJson.COUNTS),
              "by name: each queue with waiting, running or dead jobs")
          .required(
              "retrySuccessRate",
              Schema.number(),
              "the percentage of retries that succeeded; 100 without any")
          .required("workers", Schema.integer(), "the number of active workers");

  private final JobQueries queries;
  private final StatsCache totals;

  StatsRoutes(JobQueries queries, StatsCache totals) {
    this.queries = queries;
    this.totals = totals;
  }

  private static Schema jobs() {
    Schema jobs = Schema.object("JobsByState");
    for (JobState state : JobState.values()) {
      jobs.required(state.name(), Schema.integer(), "jobs that are " + state);
    }
    return jobs;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/stats",
                "getStats",
                "Shows totals of jobs by state, queues, retries and workers; those of one tenant"
                    + " are counted at most every 5 s")
            .query(Fields.TENANT)
            .answers(200, STATS)
            .by(this::stats));
  }

  private Reply stats(Request request) {
    TenantId tenant = request.caller().only(request.query().get(Fields.TENANT));
    StoreStats stats = totals.of(tenant);
    ObjectNode json = Json.object();
    json.put("tenant", tenant == null ? null : tenant.value());
    ObjectNode jobs = json.putObject("jobs");
    for (JobState state : JobState.values()) {
      jobs.put(state.name(), stats.jobsByState().getOrDefault(state, 0L));
    }
    ObjectNode queues = json.putObject("queues");
    new TreeMap<>(stats.queues())
        .forEach((name, counts) -> QueueJson.counts(queues.putObject(name.value()), counts));
    FiguresJson.retries(json, stats.figures().retries());
    json.put("retrySuccessRate", stats.retrySuccessRate());
    json.put("workers", queries.workers().size());
    return Reply.ok(json);
  }
}
