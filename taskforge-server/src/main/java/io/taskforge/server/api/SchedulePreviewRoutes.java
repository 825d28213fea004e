package io.taskforge.server.api;

import io.taskforge.schedule.Cron;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;

/** Describes a cron expression and lists its next occurrences, without a schedule. */
record SchedulePreviewRoutes(Supplier<Instant> storeNow) {
  private static final int MOST = 100;
  private static final int DEFAULT = 5;
  private static final Field<Cron> CRON =
      ScheduleBody.cron("cron", "a cron expression").asRequired();
  private static final Field<Integer> COUNT =
      Field.integer("count", "the number of occurrences to list; 5 by default", 0, MOST);
  private static final Shape SHAPE =
      Shape.of("CronToPreview", CRON, ScheduleBody.ZONE, COUNT)
          .example("{\"cron\": \"0 3 * * mon-fri\", \"zone\": \"Europe/Berlin\"}");

  private record Preview(Cron cron, ZoneId zone, List<Instant> runs) {}

  private static final View<Preview> VIEW =
      View.<Preview>of("CronPreview")
          .text("cron", p -> p.cron.text(), "the cron expression")
          .text("zone", Preview::zone, "the time zone")
          .text("description", p -> p.cron.describe(), "the expression in English")
          .key("nextRuns", Preview::runs, Schema.list(Schema.time()), "the next occurrences");

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/schedules/preview", "previewSchedule")
            .summary("Describes a cron expression and lists its next occurrences")
            .unaudited("nothing is changed")
            .access(Access.own(Scope.READ))
            .takes(SHAPE)
            .answers(200, VIEW)
            .by(this::preview));
  }

  private Reply preview(Request request) {
    Cron cron = request.body().required(CRON);
    ZoneId zone = request.body().get(ScheduleBody.ZONE, ScheduleBody.UTC);
    int count = request.body().get(COUNT, DEFAULT);
    return Reply.ok(VIEW.json(new Preview(cron, zone, cron.upcoming(storeNow.get(), zone, count))));
  }
}
