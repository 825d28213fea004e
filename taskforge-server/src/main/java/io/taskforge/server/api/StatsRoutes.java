package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.View;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobQueries;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Totals of jobs, queues, retries and workers. */
final class StatsRoutes {
  private record Totals(@Nullable TenantId tenant, StoreStats stats, int workers) {}

  private static final View<Totals> STATS =
      View.<Totals>of("Stats")
          .with(FiguresJson.RETRIES, t -> t.stats.figures().retries())
          .textOrNull("tenant", Totals::tenant, "the tenant; null for all")
          .key(
              "jobs",
              t -> FiguresJson.jobsByState(t.stats),
              FiguresJson.JOBS_BY_STATE,
              "the number of jobs in each state")
          .map(
              "queues",
              t -> new TreeMap<>(t.stats.queues()),
              QueueJson.COUNTS,
              "by name: each queue with waiting, running or dead jobs")
          .number(
              "retrySuccessRate",
              t -> t.stats.retrySuccessRate(),
              "the percentage of retries that succeeded; 100 without any")
          .integer("workers", Totals::workers, "the number of active workers");

  private final JobQueries queries;
  private final StatsCache totals;

  StatsRoutes(JobQueries queries, StatsCache totals) {
    this.queries = queries;
    this.totals = totals;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/stats", "getStats")
            .summary(
                "Shows totals of jobs by state, queues, retries and workers; those of one tenant"
                    + " are counted at most every 5 s")
            .query(Fields.TENANT)
            .answers(200, STATS)
            .by(this::stats));
  }

  private Reply stats(Request request) {
    TenantId tenant = request.caller().only(request.query().get(Fields.TENANT));
    return Reply.ok(STATS.json(new Totals(tenant, totals.of(tenant), queries.workers().size())));
  }
}
