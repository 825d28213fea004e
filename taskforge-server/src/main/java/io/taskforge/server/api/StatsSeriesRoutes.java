package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.store.JobStore;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Statistics of jobs and retries in a period: time series for charts, and the retries of a queue.
 */
record StatsSeriesRoutes(JobStore store) {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Field<Duration> STEP =
      Field.duration(
          "step",
          "the length of each point, in whole hours: 1h, 6h, 1d; 1h if not given",
          HOUR,
          Duration.ofDays(366));

  private record Point(Instant start, JobFigures figures) {}

  private record Series(StatisticsFilter filter, List<Point> points, JobFigures all) {}

  private static final View<Point> POINT =
      View.<Point>of("StatsPoint")
          .time("start", Point::start, "the start of the point")
          .with(FiguresJson.FIGURES, Point::figures);
  private static final View<Series> SERIES =
      View.<Series>of("StatsSeries")
          .time("periodStart", s -> s.filter.from(), "the start of the period, a full hour")
          .time("periodEnd", s -> s.filter.to(), "the end of the period, exclusive, a full hour")
          .duration("step", s -> Duration.ofHours(s.filter.stepHours()), "the length of each point")
          .textOrNull("queue", s -> s.filter.queue(), "the queue; null for all")
          .textOrNull("type", s -> s.filter.type(), "the job type; null for all")
          .textOrNull("tenant", s -> s.filter.tenant(), "the tenant; null for all")
          .object("total", Series::all, FiguresJson.FIGURES, "the figures of the whole period")
          .list(
              "points",
              Series::points,
              POINT,
              "the figures of each step, oldest first; the last step may be shorter")
          .object(
              "runTimes",
              s -> s.all.runTimes(),
              FiguresJson.HISTOGRAM,
              "how long attempts of the period ran")
          .object(
              "retryDelays",
              s -> s.all.retryDelays(),
              FiguresJson.HISTOGRAM,
              "the delays that failed attempts of the period chose");

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
                  "the number of attempts by attempt number; 2 is the first retry, 101 includes"
                      + " later ones")
              .map(
                  "outcomesByAttempt",
                  p -> p.figures.outcomesByAttempt(),
                  OUTCOMES,
                  "the number of attempts by outcome"));

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/stats/series", "getStatsSeries")
            .summary("Shows counts of jobs and retries over time, by the hour or longer steps")
            .query(FiguresJson.FROM, FiguresJson.TO, STEP, Fields.QUEUE, Fields.TYPE, Fields.TENANT)
            .answers(200, SERIES)
            .by(this::series),
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

  private Reply series(Request request) {
    StatisticsFilter filter = filter(request);
    List<AttemptTally> tallies = store.queries().statistics(filter);
    Map<Instant, List<AttemptTally>> byStart =
        tallies.stream().collect(Collectors.groupingBy(AttemptTally::start));
    List<Point> points = new ArrayList<>();
    for (long part = 0; filter.start(part).isBefore(filter.to()); part++) {
      Instant start = filter.start(part);
      points.add(new Point(start, JobFigures.of(byStart.getOrDefault(start, List.of()))));
    }
    return Reply.ok(SERIES.json(new Series(filter, points, JobFigures.of(tallies))));
  }

  private StatisticsFilter filter(Request request) {
    FieldValues query = request.query();
    StatisticsFilter filter =
        FiguresJson.period(query, store.now())
            .tenant(request.caller().only(query.get(Fields.TENANT)))
            .queue(query.get(Fields.QUEUE))
            .type(query.get(Fields.TYPE));
    Duration step = query.get(STEP, HOUR);
    long points = StatisticsFilter.steps(filter.from(), filter.to(), step);
    if (!step.equals(step.truncatedTo(ChronoUnit.HOURS))) {
      throw invalid(step, "must be whole hours");
    }
    if (points > StatisticsFilter.MAX_STEPS) {
      throw invalid(
          step,
          "must be longer: the period would have %d points, at most %d are allowed"
              .formatted(points, StatisticsFilter.MAX_STEPS));
    }
    return filter.step(step);
  }

  private static RuntimeException invalid(Duration step, String rule) {
    return Problem.invalid(STEP.name(), DurationText.format(step), rule);
  }

  private static <T> View<Period<T>> period(View<Period<T>> view) {
    return view.text("queue", period -> period.filter.queue(), "the queue")
        .time("periodStart", period -> period.filter.from(), "the start of the period, a full hour")
        .time(
            "periodEnd",
            period -> period.filter.to(),
            "the end of the period, exclusive, a full hour");
  }

  private static Route.Builder about(String what, String operation, String summary) {
    return Route.get("/api/v1/queues/{name}/" + what, operation)
        .summary(summary)
        .at(Fields.QUEUE_NAME)
        .query(FiguresJson.FROM, FiguresJson.TO, Fields.TENANT);
  }

  private Reply metrics(Request request) {
    StatisticsFilter filter = ofQueue(request);
    JobFigures figures = JobFigures.of(ofQueue(filter));
    return Reply.ok(METRICS.json(new Period<>(filter, figures)));
  }

  private Reply patterns(Request request) {
    StatisticsFilter filter = ofQueue(request);
    RetryPatterns patterns = RetryPatterns.of(ofQueue(filter));
    return Reply.ok(PATTERNS.json(new Period<>(filter, patterns)));
  }

  private StatisticsFilter ofQueue(Request request) {
    return FiguresJson.period(request.query(), store.now())
        .tenant(request.caller().only(request.query().get(Fields.TENANT)))
        .queue(request.path(Fields.QUEUE_NAME));
  }

  /** Reads a period of a queue. A queue whose jobs were all purged still has statistics. */
  private List<AttemptTally> ofQueue(StatisticsFilter period) {
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
