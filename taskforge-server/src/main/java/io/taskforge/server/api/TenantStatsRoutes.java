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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statistics of one tenant's jobs, by state and queue. */
final class TenantStatsRoutes {
  private record Totals(TenantId tenant, StoreStats stats) {
    private Map<QueueName, QueueCounts> queues() {
      Map<QueueName, QueueCounts> queues = new TreeMap<>(stats.queues());
      queues.values().removeIf(counts -> counts.due() == 0 && counts.dead() == 0);
      return queues;
    }
  }

  private static final View<QueueCounts> QUEUE =
      View.<QueueCounts>of("TenantQueue")
          .integer("due", QueueCounts::due, "jobs that could run now")
          .timeOrNull(
              "oldestDueAt",
              QueueCounts::oldestDueAt,
              "when the oldest due job became due; null without any")
          .integer("dead", QueueCounts::dead, "dead letters in the queue");
  private static final View<Totals> STATS =
      View.<Totals>of("TenantStats")
          .text("tenant", Totals::tenant, "the tenant")
          .key(
              "jobs",
              t -> FiguresJson.jobsByState(t.stats),
              FiguresJson.JOBS_BY_STATE,
              "the number of its jobs in each state")
          .map(
              "queues",
              Totals::queues,
              QUEUE,
              "by name: each queue in which a job of the tenant is due or dead");

  private final StatsCache totals;

  TenantStatsRoutes(StatsCache totals) {
    this.totals = totals;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/tenants/{name}/stats", "getTenantStats")
            .summary("Shows a tenant's jobs by state and queue; counted at most every 5 s")
            .at(TenantRoutes.NAME)
            .answers(200, STATS)
            .by(this::stats));
  }

  private Reply stats(Request request) {
    TenantId tenant = request.path(TenantRoutes.NAME);
    if (!request.caller().sees(tenant)) {
      throw Problem.notFound("tenant " + tenant);
    }
    return Reply.ok(STATS.json(new Totals(tenant, totals.of(tenant))));
  }
}
