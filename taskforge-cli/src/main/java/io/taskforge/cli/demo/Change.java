package io.taskforge.cli.demo;

import io.taskforge.cli.output.Paint.Style;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * A change of a job, from the server's event stream.
 *
 * @param story the job's tenant: each story has its own
 * @param message the error message; empty if there is none
 * @param duration of the attempt
 * @param explanation of the decision; may be empty
 */
record Change(
    String story,
    Transition transition,
    JobState state,
    int attempt,
    String message,
    Duration duration,
    String explanation) {

  static Change of(JsonNode event) {
    return new Change(
        event.path("tenant").asString(),
        Transition.valueOf(event.path("transition").asString()),
        JobState.valueOf(event.path("state").asString()),
        event.path("attempt").asInt(),
        event.path("message").asString(""),
        Duration.ofMillis(event.path("durationMs").asLong(0)),
        event.path("explanation").asString(""));
  }

  /** Returns the change in one line. */
  String text() {
    return switch (transition) {
      case CLAIMED -> "attempt " + attempt + " starts";
      case COMPLETED ->
          "attempt " + attempt + " succeeded after " + DurationText.forPeople(duration);
      case RETRY_SCHEDULED, GAVE_UP, DEAD_LETTERED -> failed() + "; " + explanation;
      case LEASE_LOST, LOST_FOR_GOOD -> "attempt " + attempt + " is lost: " + explanation;
      default -> transition.name().toLowerCase(Locale.ROOT) + ": " + explanation;
    };
  }

  private String failed() {
    return "attempt " + attempt + " failed: " + message;
  }

  Style style() {
    return switch (transition) {
      case CLAIMED -> Style.FAINT;
      case COMPLETED -> Style.GREEN;
      case GAVE_UP, DEAD_LETTERED, LOST_FOR_GOOD -> Style.RED;
      default -> Style.YELLOW;
    };
  }
}
