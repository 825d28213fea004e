package io.taskforge.cli;

import io.taskforge.cli.output.JsonCell;
import tools.jackson.databind.JsonNode;

/** Formats the attempt number of a job or an event: {@code attempt 2 of 4 (8 in all)}. */
final class AttemptText {
  private AttemptText() {}

  /** Omits the limit if it is not known, and the total before the first redrive. */
  static String of(JsonNode json) {
    String attempt = JsonCell.shown(json.path("attempt"), 20);
    String total = JsonCell.shown(json.path("totalAttempts"), 20);
    StringBuilder text = new StringBuilder("attempt ").append(attempt);
    if (json.path("maxAttempts").isNumber()) {
      text.append(" of ").append(JsonCell.shown(json.path("maxAttempts"), 20));
    }
    if (json.path("totalAttempts").isNumber() && !total.equals(attempt)) {
      text.append(" (").append(total).append(" in all)");
    }
    return text.toString();
  }
}
