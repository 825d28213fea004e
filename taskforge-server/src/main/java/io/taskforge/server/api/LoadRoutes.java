package io.taskforge.server.api;

import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.figures.LoadRecorder;
import io.taskforge.server.figures.LoadSample;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.View;
import io.taskforge.stats.JobFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Shows what a server has sampled since it started. */
record LoadRoutes(LoadRecorder recorder, Supplier<Instant> storeNow) {
  private static final Duration DEFAULT_PERIOD = Duration.ofHours(2);
  private static final Field<Instant> FROM =
      Field.time("from", "the start of the period; 2h before its end if not given");
  private static final Field<Instant> TO =
      Field.time("to", "the end of the period; now if not given");
  private static final View<LoadSample> BACKLOG =
      View.<LoadSample>of("BacklogPoint")
          .time("at", LoadSample::at, "the time of the sample")
          .integer("due", LoadSample::due, "waiting jobs that were due")
          .number(
              "oldestDue",
              s -> FiguresJson.seconds(s.oldestDue()),
              "how long the oldest due job had been due, in seconds; 0 if none was due");
  private static final View<LoadSample> POINT =
      View.<LoadSample>of("LoadPoint")
          .time("start", LoadSample::from, "the start of the point")
          .with(BACKLOG, s -> s)
          .with(FiguresJson.COUNTS, LoadSample::figures)
          .with(FiguresJson.PERCENTILES, LoadSample::figures);

  private record Load(List<LoadSample> points, List<LoadSample> backlog) {
    JobFigures total() {
      return JobFigures.of(points.stream().flatMap(point -> point.tallies().stream()).toList());
    }
  }

  private static final View<Load> LOAD =
      View.<Load>of("Load")
          .duration("step", load -> LoadRecorder.STEP, "about the length of each point")
          .object("total", Load::total, FiguresJson.FIGURES, "the figures of all points")
          .list(
              "points",
              Load::points,
              POINT,
              "the figures of each step, oldest first; at most those of the last 4 hours")
          .duration(
              "backlogStep",
              load -> LoadRecorder.LONG_STEP,
              "about the time between two entries of backlog")
          .list(
              "backlog",
              Load::backlog,
              BACKLOG,
              "the highest backlog of each step, oldest first; at most that of the last 14 days");

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/stats/load", "getLoad")
            .summary(
                "Shows jobs, wait and run times and the backlog in short steps, as this server has"
                    + " sampled them since it started")
            .access(Access.shared(Scope.READ))
            .query(FROM, TO)
            .answers(200, LOAD)
            .by(this::load));
  }

  private Reply load(Request request) {
    Instant given = request.query().get(TO);
    Instant to = given == null ? storeNow.get() : given;
    Instant from = request.query().get(FROM, to.minus(DEFAULT_PERIOD));
    return Reply.ok(LOAD.json(new Load(recorder.samples(from, to), recorder.peaks(from, to))));
  }
}
