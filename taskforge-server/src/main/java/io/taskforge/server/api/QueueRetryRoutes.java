package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.store.JobStore;
import java.util.List;

/** Statistics of a queue's retries in a period. */
final class QueueRetryRoutes {
  /** Statistics of a queue in a period. */
  private record Period<T>(StatisticsFilter filter, T figures) {}

  private static final View<RetryPatterns.Outcomes> OUTCOMES =
      View.<RetryPatterns.Outcomes>of("RetryOutcomes")
          .integer("succeeded", RetryPatterns.Outcomes::succeeded, "attempts that succeeded")
          .integer("failed", RetryPatterns.Outcomes::failed, "attempts that failed")
          .integer(
              "cancelled",
              RetryPatterns.Outcomes::cancelled,
              "attempts that were cancelled, before or after they started");
  private static final View<Period<JobFigures>> METRICS =
      period(
          View.<Period<JobFigures>>of("RetryMetrics")
              .with(FiguresJson.RETRIES, p -> p.figures.retries())
              .number(
                  "retryRate",
                  p -> p.figures.retries().rate(),
                  "the percentage of retries that succeeded; 100 without any")
              .number(
                  "avgRetryDelay",
                  p -> FiguresJson.seconds(p.figures.retryDelays().average()),
                  "the average, in seconds, of the delays that failed attempts chose; 0 without"
                      + " any"));
  private static final View<Period<RetryPatterns>> PATTERNS =
      period(
          View.<Period<RetryPatterns>>of("RetryPatterns")
              .key(
                  "countsByAttempt",
                  p -> p.figures.countsByAttempt(),
                  Schema.map(Schema.integer()),
                  "the number of attempts by attempt number; 2 is the first retry, 101 includes later ones")
              .map(
                  "outcomesByAttempt",
                  p -> p.figures.outcomesByAttempt(),
                  OUTCOMES,
                  "the number of attempts by outcome"));

  private final JobStore store;

  QueueRetryRoutes(JobStore store) {
    this.store = store;
  }

  private static <T> View<Period<T>> period(View<Period<T>> view) {
    return view.text("queue", period -> period.filter.queue(), "the queue")
        .time("periodStart", period -> period.filter.from(), "the start of the period, a full hour")
        .time(
            "periodEnd",
            period -> period.filter.to(),
            "the end of the period, exclusive, a full hour");
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
    return Route.get("/api/v1/queues/{name}/" + what, operation)
        .summary(summary)
        .at(Fields.QUEUE_NAME)
        .query(StatsPeriod.FROM, StatsPeriod.TO, Fields.TENANT);
  }

  private Reply metrics(Request request) {
    StatisticsFilter filter = filter(request);
    JobFigures figures = JobFigures.of(statistics(filter));
    return Reply.ok(METRICS.json(new Period<>(filter, figures)));
  }

  private Reply patterns(Request request) {
    StatisticsFilter filter = filter(request);
    RetryPatterns patterns = RetryPatterns.of(statistics(filter));
    return Reply.ok(PATTERNS.json(new Period<>(filter, patterns)));
  }

  private StatisticsFilter filter(Request request) {
    return StatsPeriod.of(request.query(), store.now())
        .tenant(request.caller().only(request.query().get(Fields.TENANT)))
        .queue(request.path(Fields.QUEUE_NAME));
  }

  /** Reads a period of a queue. A queue whose jobs were all purged still has statistics. */
  private List<AttemptTally> statistics(StatisticsFilter period) {
    List<AttemptTally> tallies = store.queries().statistics(period);
    QueueName queue = period.queue();
    if (tallies.isEmpty() && queue != null) {
      StatisticsFilter ever = StatisticsFilter.all().tenant(period.tenant()).queue(queue);
      if (store.queries().statistics(ever).isEmpty()) {
        QueueRoutes.known(store, queue, period.tenant());
      }
    }
    return tallies;
  }
}
