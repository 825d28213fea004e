package io.taskforge.server.api;

import io.taskforge.job.JobState;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.json.Json;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobQueries;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Totals over all that the store keeps. */
final class StatsRoutes {
  static final Schema JOBS = jobs();

  private static final Schema STATS =
      Schema.object("Stats")
          .required("jobs", JOBS, "how many jobs are in each state")
          .required(
              "queues",
              Schema.map(QueueJson.COUNTS),
              "by name: each queue in which a job waits, runs or lies dead")
          .required("totalRetries", Schema.integer(), "attempts that followed a failure")
          .required("successfulRetries", Schema.integer(), "of those, the ones that succeeded")
          .required("failedRetries", Schema.integer(), "of those, the ones that failed again")
          .required(
              "retrySuccessRate",
              Schema.number(),
              "successful ones in percent of those that succeeded or failed; 0 without any")
          .required("workers", Schema.integer(), "how many are alive");

  private final JobQueries queries;

  StatsRoutes(JobQueries queries) {
    this.queries = queries;
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
        Route.get("/api/v1/stats")
            .operation("getStats")
            .access(Access.shared(Scope.READ))
            .summary("Shows totals of jobs by state, queues, retries and workers")
            .answers(200, STATS)
            .by(this::stats));
  }

  private Reply stats(Request request) {
    StoreStats stats = queries.stats();
    ObjectNode json = Json.object();
    ObjectNode jobs = json.putObject("jobs");
    for (JobState state : JobState.values()) {
      jobs.put(state.name(), stats.jobsByState().getOrDefault(state, 0L));
    }
    ObjectNode queues = json.putObject("queues");
    new TreeMap<>(stats.queues())
        .forEach((name, counts) -> QueueJson.counts(queues.putObject(name.value()), counts));
    json.put("totalRetries", stats.totalRetries());
    json.put("successfulRetries", stats.successfulRetries());
    json.put("failedRetries", stats.failedRetries());
    json.put("retrySuccessRate", stats.retrySuccessRate());
    json.put("workers", queries.workers().size());
    return Reply.ok(json);
  }
}
