package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.View;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobQueries;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Totals of jobs, queues, retries and workers. */
record StatsRoutes(JobQueries queries, StatsCache totals) {
  private record Totals(@Nullable TenantId tenant, StoreStats stats, int workers) {}

  private static final View<Totals> STATS =
      View.<Totals>of("Stats")
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
          .with(FiguresJson.RETRIES, t -> t.stats.figures().retries())
          .number(
              "retrySuccessRate",
              t -> t.stats.retrySuccessRate(),
              "the percentage of retries that succeeded; 100 without any")
          .integer("workers", Totals::workers, "the number of active workers");

  private record TenantTotals(TenantId tenant, StoreStats stats) {
    private Map<QueueName, QueueCounts> queues() {
      Map<QueueName, QueueCounts> queues = new TreeMap<>(stats.queues());
      queues.values().removeIf(counts -> counts.due() == 0 && counts.dead() == 0);
      return queues;
    }
  }

  private static final View<QueueCounts> TENANT_QUEUE =
      View.<QueueCounts>of("TenantQueue")
          .integer("due", QueueCounts::due, "jobs that could run now")
          .timeOrNull(
              "oldestDueAt",
              QueueCounts::oldestDueAt,
              "when the oldest due job became due; null without any")
          .integer("dead", QueueCounts::dead, "dead letters in the queue");
  private static final View<TenantTotals> TENANT_STATS =
      View.<TenantTotals>of("TenantStats")
          .text("tenant", TenantTotals::tenant, "the tenant")
          .key(
              "jobs",
              t -> FiguresJson.jobsByState(t.stats),
              FiguresJson.JOBS_BY_STATE,
              "the number of its jobs in each state")
          .map(
              "queues",
              TenantTotals::queues,
              TENANT_QUEUE,
              "by name: each queue in which a job of the tenant is due or dead");

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/stats", "getStats")
            .summary(
                "Shows totals of jobs by state, queues, retries and workers; those of one tenant"
                    + " are counted at most every 5 s")
            .query(Fields.TENANT)
            .answers(200, STATS)
            .by(this::stats),
        Route.get("/api/v1/tenants/{name}/stats", "getTenantStats")
            .summary("Shows a tenant's jobs by state and queue; counted at most every 5 s")
            .at(TenantRoutes.NAME)
            .answers(200, TENANT_STATS)
            .by(this::tenantStats));
  }

  private Reply stats(Request request) {
    TenantId tenant = request.caller().only(request.query().get(Fields.TENANT));
    return Reply.ok(STATS.json(new Totals(tenant, totals.of(tenant), queries.workers().size())));
  }

  private Reply tenantStats(Request request) {
    TenantId tenant = request.path(TenantRoutes.NAME);
    if (!request.caller().sees(tenant)) {
      throw Problem.notFound("tenant " + tenant);
    }
    return Reply.ok(TENANT_STATS.json(new TenantTotals(tenant, totals.of(tenant))));
  }
}
