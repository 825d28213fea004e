package io.taskforge.server.api;

import io.taskforge.json.strict.Json;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.store.JobStore;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Time series of jobs and retries, for charts. */
final class StatsSeriesRoutes {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Field<Duration> STEP =
      Field.duration(
          "step",
          "the length of each point, in whole hours: 1h, 6h, 1d; 1h if not given",
          HOUR,
          Duration.ofDays(366));
  private static final Schema SERIES =
      Schema.object("StatsSeries")
          .required("periodStart", Schema.time(), "the start of the period, a full hour")
          .required("periodEnd", Schema.time(), "the end of the period, exclusive, a full hour")
          .required("step", Schema.duration(), "the length of each point")
          .required("queue", Schema.text().orNull(), "the queue; null for all")
          .required("type", Schema.text().orNull(), "the job type; null for all")
          .required("tenant", Schema.text().orNull(), "the tenant; null for all")
          .required(
              "points",
              Schema.list(
                  FiguresJson.withFigures(
                      Schema.object("StatsPoint")
                          .required("start", Schema.time(), "the start of the point"))),
              "the figures of each step, oldest first; the last step may be shorter")
          .required("runTimes", FiguresJson.HISTOGRAM, "how long attempts of the period ran")
          .required(
              "retryDelays",
              FiguresJson.HISTOGRAM,
              "the delays that failed attempts of the period chose");

  private final JobStore store;

  StatsSeriesRoutes(JobStore store) {
    this.store = store;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/stats/series",
                "getStatsSeries",
                "Shows counts of jobs and retries over time, by the hour or longer steps")
            .query(StatsPeriod.FROM, StatsPeriod.TO, STEP, Fields.QUEUE, Fields.TYPE, Fields.TENANT)
            .answers(200, SERIES)
            .by(this::series));
  }

  private Reply series(Request request) {
    StatisticsFilter filter = filter(request);
    List<AttemptTally> tallies = store.queries().statistics(filter);
    Map<Instant, List<AttemptTally>> byStart =
        tallies.stream().collect(Collectors.groupingBy(AttemptTally::start));
    ObjectNode json = Json.object();
    json.put("periodStart", JobJson.time(filter.from()));
    json.put("periodEnd", JobJson.time(filter.to()));
    json.put("step", DurationText.format(Duration.ofHours(filter.stepHours())));
    json.put("queue", text(filter.queue()));
    json.put("type", text(filter.type()));
    json.put("tenant", text(filter.tenant()));
    ArrayNode points = json.putArray("points");
    for (long part = 0; filter.start(part).isBefore(filter.to()); part++) {
      Instant start = filter.start(part);
      FiguresJson.figures(
          points.addObject().put("start", JobJson.time(start)),
          JobFigures.of(byStart.getOrDefault(start, List.of())));
    }
    JobFigures all = JobFigures.of(tallies);
    json.set("runTimes", FiguresJson.histogram(all.runTimes()));
    json.set("retryDelays", FiguresJson.histogram(all.retryDelays()));
    return Reply.ok(json);
  }

  private StatisticsFilter filter(Request request) {
    FieldValues query = request.query();
    StatisticsFilter filter =
        StatsPeriod.of(query, store.now())
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

  private static @Nullable String text(@Nullable Object name) {
    return name == null ? null : name.toString();
  }
}
