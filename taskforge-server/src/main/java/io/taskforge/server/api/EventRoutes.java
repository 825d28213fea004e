package io.taskforge.server.api;

import io.taskforge.server.http.EventSink;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import java.time.Duration;
import java.util.List;

/** Live changes, as server-sent events. */
final class EventRoutes {
  private final EventFeed feed;

  EventRoutes(EventFeed feed) {
    this.feed = feed;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/events")
            .summary(
                "Streams what this node does with jobs, and to operators alerts, as server-sent events")
            .answers(200)
            .problems(406, 429)
            .streamedBy(new Listening()));
  }

  private final class Listening implements Route.EventEndpoint {
    @Override
    public void admit(Request request) {
      if (!feed.hasRoom(request.caller())) {
        throw Problem.plain(429, "busy", "Too many listeners", "close another stream first")
            .retryAfter(Duration.ofSeconds(10))
            .exception();
      }
    }

    @Override
    public void open(Request request, EventSink sink) {
      feed.feed(sink, request.caller(), request.header("Last-Event-ID"));
    }
  }
}
