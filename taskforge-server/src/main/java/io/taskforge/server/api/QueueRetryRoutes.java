package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.json.strict.Json;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Statistics of a queue's retries in a period. */
final class QueueRetryRoutes {
  private static final Schema METRICS =
      period(
          Schema.object("RetryMetrics")
              .required("totalRetries", Schema.integer(), "attempts that followed a failure")
              .required("successfulRetries", Schema.integer(), "retries that succeeded")
              .required("failedRetries", Schema.integer(), "retries that failed")
              .required(
                  "retryRate",
                  Schema.number(),
                  "the percentage of finished retries that succeeded; 0 without any")
              .required(
                  "avgRetryDelay",
                  Schema.number(),
                  "the average, in seconds, of the delays that failed attempts chose; 0 without"
                      + " any"));
  private static final Schema PATTERNS =
      period(
          Schema.object("RetryPatterns")
              .required(
                  "countsByAttempt",
                  Schema.map(Schema.integer()),
                  "the number of attempts by attempt number; 2 is the first retry")
              .required(
                  "outcomesByAttempt",
                  Schema.map(
                      Schema.object("RetryOutcomes")
                          .required("succeeded", Schema.integer(), "attempts that succeeded")
                          .required("failed", Schema.integer(), "attempts that failed")
                          .required(
                              "cancelled",
                              Schema.integer(),
                              "attempts that were cancelled, before or after they started")),
                  "the number of attempts by outcome"));

  private final JobStore store;

  QueueRetryRoutes(JobStore store) {
    this.store = store;
  }

  private static Schema period(Schema schema) {
    return schema
        .required("periodStart", Schema.time(), "the start of the period")
        .required("periodEnd", Schema.time(), "the end of the period, exclusive");
  }

  List<Route> routes() {
    return List.of(
        about("retry-metrics", "Shows totals of a queue's retries in a period")
            .operation("getQueueRetryMetrics")
            .answers(200, METRICS)
            .by(this::metrics),
        about("retry-patterns", "Shows attempts by number and outcome in a period")
            .operation("getQueueRetryPatterns")
            .answers(200, PATTERNS)
            .by(this::patterns));
  }

  private static Route.Builder about(String what, String summary) {
    return Route.get("/api/v1/queues/{name}/" + what)
        .access(Access.shared(Scope.READ))
        .summary(summary)
        .at(Fields.QUEUE_NAME)
        .query(StatsPeriod.FROM, StatsPeriod.TO)
        .problems(404);
  }

  private Reply metrics(Request request) {
    StatsPeriod period = StatsPeriod.of(request.query(), store.now());
    RetryMetrics metrics = store.queries().retryMetrics(queue(request), period.from(), period.to());
    ObjectNode json = Json.object();
    json.put("totalRetries", metrics.totalRetries());
    json.put("successfulRetries", metrics.successfulRetries());
    json.put("failedRetries", metrics.failedRetries());
    json.put("retryRate", metrics.retryRate());
    json.put("avgRetryDelay", seconds(metrics.avgRetryDelay()));
    return Reply.ok(with(period, json));
  }

  private static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / 1e9;
  }

  private Reply patterns(Request request) {
    StatsPeriod period = StatsPeriod.of(request.query(), store.now());
    RetryPatterns patterns =
        store.queries().retryPatterns(queue(request), period.from(), period.to());
    ObjectNode json = Json.object();
    ObjectNode counts = json.putObject("countsByAttempt");
    patterns.countsByAttempt().forEach((attempt, count) -> counts.put(attempt.toString(), count));
    ObjectNode outcomes = json.putObject("outcomesByAttempt");
    patterns
        .outcomesByAttempt()
        .forEach(
            (attempt, ended) ->
                outcomes
                    .putObject(attempt.toString())
                    .put("succeeded", ended.succeeded())
                    .put("failed", ended.failed())
                    .put("cancelled", ended.cancelled()));
    return Reply.ok(with(period, json));
  }

  private QueueName queue(Request request) {
    return QueueRoutes.known(store, request.path(Fields.QUEUE_NAME));
  }

  private static ObjectNode with(StatsPeriod period, ObjectNode json) {
    return json.put("periodStart", JobJson.time(period.from()))
        .put("periodEnd", JobJson.time(period.to()));
  }
}
