package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.store.JobStore;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Statistics of a queue's retries in a period. */
final class QueueRetryRoutes {
  private static final Schema METRICS =
      period(
          FiguresJson.withRetries(Schema.object("RetryMetrics"))
              .required(
                  "retryRate",
                  Schema.number(),
                  "the percentage of retries that succeeded; 100 without any")
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
                  "the number of attempts by attempt number; 2 is the first retry, 101 includes later ones")
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
        .required("queue", Schema.text(), "the queue")
        .required("periodStart", Schema.time(), "the start of the period, a full hour")
        .required("periodEnd", Schema.time(), "the end of the period, exclusive, a full hour");
  }

  List<Route> routes() {
    return List.of(
        about(
                "retry-metrics",
                "getQueueRetryMetrics",
                "Shows totals of a queue's retries in a period")
            .answers(200, METRICS)
            .by(this::metrics),
        about(
                "retry-patterns",
                "getQueueRetryPatterns",
                "Shows attempts by number and outcome in a period")
            .answers(200, PATTERNS)
            .by(this::patterns));
  }

  private static Route.Builder about(String what, String operation, String summary) {
    return Route.get("/api/v1/queues/{name}/" + what, operation, summary)
        .at(Fields.QUEUE_NAME)
        .query(StatsPeriod.FROM, StatsPeriod.TO, Fields.TENANT);
  }

  private Reply metrics(Request request) {
    StatisticsFilter filter = filter(request);
    JobFigures figures = JobFigures.of(store.queries().statistics(filter));
    ObjectNode json = FiguresJson.retries(Json.object(), figures.retries());
    json.put("retryRate", figures.retries().rate());
    json.put("avgRetryDelay", FiguresJson.seconds(figures.retryDelays().average()));
    return Reply.ok(with(filter, json));
  }

  private Reply patterns(Request request) {
    StatisticsFilter filter = filter(request);
    RetryPatterns patterns = RetryPatterns.of(store.queries().statistics(filter));
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
    return Reply.ok(with(filter, json));
  }

  private StatisticsFilter filter(Request request) {
    TenantId tenant = request.caller().only(request.query().get(Fields.TENANT));
    QueueName queue = request.path(Fields.QUEUE_NAME);
    StatisticsFilter filter =
        StatsPeriod.of(request.query(), store.now()).tenant(tenant).queue(queue);
    // A queue whose jobs were all purged still has statistics.
    if (store.queries().statistics(StatisticsFilter.all().tenant(tenant).queue(queue)).isEmpty()) {
      QueueRoutes.known(store, queue, tenant);
    }
    return filter;
  }

  private static ObjectNode with(StatisticsFilter filter, ObjectNode json) {
    return json.put("queue", String.valueOf(filter.queue()))
        .put("periodStart", JobJson.time(filter.from()))
        .put("periodEnd", JobJson.time(filter.to()));
  }
}
