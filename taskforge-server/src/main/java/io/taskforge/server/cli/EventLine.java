package io.taskforge.server.cli;

import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** A change of a job in one line: what it is now, which job, and why. */
final class EventLine {
  private static final int LONGEST = 300;

  private EventLine() {}

  static String of(JsonNode event, Paint paint) {
    String state = JsonCell.shown(event.path("state"), 20);
    return "%s  %s  %s/%s  attempt %s  %s"
        .formatted(
            JsonCell.shown(event.path("jobId"), 40),
            paint.state(state, "%-9s".formatted(state)),
            JsonCell.shown(event.path("queue"), 64),
            JsonCell.shown(event.path("type"), 128),
            JsonCell.shown(event.path("attempt"), 20),
            what(event));
  }

  private static String what(JsonNode event) {
    StringBuilder what = new StringBuilder();
    what.append(
        JsonCell.shown(event.path("transition"), 40).toLowerCase(Locale.ROOT).replace('_', ' '));
    if (event.path("durationMs").isNumber()) {
      Duration took = Duration.ofMillis(event.path("durationMs").asLong(0));
      what.append(", ran ").append(DurationText.forPeople(took));
    }
    String error = JsonCell.text(event.path("errorType"));
    if (!error.isEmpty()) {
      String message = JsonCell.text(event.path("message"));
      what.append("; ")
          .append(JsonCell.shown(message.isEmpty() ? error : error + ": " + message, LONGEST));
    }
    String why = JsonCell.text(event.path("explanation"));
    if (!why.isEmpty()) {
      what.append("; ").append(JsonCell.shown(why, LONGEST));
    }
    return what.toString();
  }
}
