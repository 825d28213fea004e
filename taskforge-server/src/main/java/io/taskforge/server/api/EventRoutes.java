package io.taskforge.server.api;

import io.taskforge.server.http.EventSink;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Live changes, as server-sent events. */
final class EventRoutes {
  private final EventFeed feed;

  EventRoutes(EventFeed feed) {
    this.feed = feed;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/events")
            .operation("streamEvents")
            .summary("Streams changes of jobs and alerts on this node as server-sent events")
            .answers(200)
            .problems(406, 429)
            .streamedBy(this::admit));
  }

  private Route.Stream admit(Request request) {
    EventStreamSlots.Place place =
        feed.place(request.caller())
            .orElseThrow(
                () ->
                    Problem.plain(429, "busy", "Too many listeners", "close another stream first")
                        .retryAfter(Duration.ofSeconds(10))
                        .exception());
    return new Listening(place, request.header("Last-Event-ID"));
  }

  private final class Listening implements Route.Stream {
    private final EventStreamSlots.Place place;
    private final @Nullable String lastSeen;

    private Listening(EventStreamSlots.Place place, @Nullable String lastSeen) {
      this.place = place;
      this.lastSeen = lastSeen;
    }

    @Override
    public void open(EventSink sink) {
      feed.feed(sink, place, lastSeen);
    }

    @Override
    public void abandon() {
      place.close();
    }
  }
}
