package io.taskforge.simulator.check;

import java.util.List;

/**
 * A promise that was broken.
 *
 * @param kind whether something wrong happened, or something did not happen in time
 * @param message what is wrong
 * @param evidence the events that show it, in order
 */
public record Violation(Invariant invariant, Kind kind, String message, List<Event> evidence) {
  public Violation {
    evidence = List.copyOf(evidence);
  }

  /** Safety and liveness are reported apart: a run that was cut short can only show the first. */
  public enum Kind {
    SAFETY,
    LIVENESS
  }

  @Override
  public String toString() {
    return "%s (%s): %s".formatted(invariant, invariant.promise(), message);
  }
}
