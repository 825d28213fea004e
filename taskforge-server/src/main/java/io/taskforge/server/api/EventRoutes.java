package io.taskforge.server.api;

import io.taskforge.server.http.EventSink;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Streams live changes as server-sent events (SSE). */
record EventRoutes(EventFeed feed) {

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/events", "streamEvents")
            .summary(
                "Streams changes of jobs and alerts on this node as server-sent events, and how many"
                    + " attempts have ended on all nodes")
            .answers(200)
            .problems(406, 429)
            .streamedBy(this::admit));
  }

  private Route.Stream admit(Request request) {
    EventStreamSlots.Slot slot =
        feed.slot(request.caller())
            .orElseThrow(
                () ->
                    Problem.plain(
                            429,
                            "busy",
                            "Too many event streams",
                            "the limit of open event streams is reached; close one first")
                        .retryAfter(Duration.ofSeconds(10)));
    return new Subscription(feed, slot, request.header("Last-Event-ID"));
  }

  private record Subscription(EventFeed feed, EventStreamSlots.Slot slot, @Nullable String lastSeen)
      implements Route.Stream {
    @Override
    public void open(EventSink sink) {
      feed.feed(sink, slot, lastSeen);
    }

    @Override
    public void abandon() {
      slot.close();
    }
  }
}
