package io.taskforge.cli;

import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.Paint;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Formats an event of the stream, a job's change or an alert, as one line. */
final class EventLine {
  private static final int LONGEST = 300;

  private EventLine() {}

  static String of(JsonNode event, Paint paint) {
    String state = JsonCell.shown(event.path("state"), 20);
    return "%s  %s  %s/%s  %s  %s"
        .formatted(
            JsonCell.shown(event.path("jobId"), 40),
            paint.state(state, "%-9s".formatted(state)),
            JsonCell.shown(event.path("queue"), 64),
            JsonCell.shown(event.path("type"), 128),
            attempt(event),
            what(event));
  }

  /**
   * Returns the attempt number of a job or an event: {@code attempt 2 of 4 (8 total)}. Omits the
   * limit if it is not known, and the total before the first redrive.
   */
  static String attempt(JsonNode json) {
    String attempt = JsonCell.shown(json.path("attempt"), 20);
    String total = JsonCell.shown(json.path("totalAttempts"), 20);
    StringBuilder text = new StringBuilder("attempt ").append(attempt);
    if (json.path("maxAttempts").isNumber()) {
      text.append(" of ").append(JsonCell.shown(json.path("maxAttempts"), 20));
    }
    if (json.path("totalAttempts").isNumber() && !total.equals(attempt)) {
      text.append(" (").append(total).append(" total)");
    }
    return text.toString();
  }

  static String ofAlert(JsonNode alert, Paint paint) {
    boolean over = JsonCell.text(alert.path("change")).equals("resolved");
    String change = "alert " + (over ? "resolved" : "raised");
    return "%s  %s  %s in %s  %s"
        .formatted(
            paint.state(over ? "SUCCEEDED" : "FAILED", change),
            JsonCell.shown(alert.path("id"), 40),
            JsonCell.shown(alert.path("rule"), 64),
            Tables.subject(alert),
            JsonCell.shown(alert.path("text"), LONGEST));
  }

  private static String what(JsonNode event) {
    StringBuilder what = new StringBuilder();
    what.append(
        JsonCell.shown(event.path("transition"), 40).toLowerCase(Locale.ROOT).replace('_', ' '));
    if (event.path("count").asLong(1) > 1) {
      what.append(", ").append(event.path("count").asLong(1)).append(" jobs");
    }
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
