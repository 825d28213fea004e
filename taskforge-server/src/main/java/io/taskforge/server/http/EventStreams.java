package io.taskforge.server.http;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What all streams of server-sent events (SSE) have in common. */
final class EventStreams {
  static final String TYPE = "text/event-stream";

  private EventStreams() {}

  /** Rejects a client whose Accept header excludes event streams. */
  static void requireAccepted(@Nullable String accept) {
    if (accept != null
        && !accept.isBlank()
        && Stream.of(TYPE, "text/*", "*/*").noneMatch(accept::contains)) {
      throw Problem.plain(
          406,
          "not-events",
          "Only a stream of events is offered",
          "send the header Accept: " + TYPE + ", or none");
    }
  }
}
