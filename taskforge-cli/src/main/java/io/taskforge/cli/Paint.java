package io.taskforge.cli;

import java.util.Locale;
import java.util.Map;

/** Colours by what a state means; none where they were not asked for. */
final class Paint {
  private static final Map<String, String> STATES =
      Map.ofEntries(
          Map.entry("QUEUED", "36"),
          Map.entry("RUNNING", "34"),
          Map.entry("RETRYING", "33"),
          Map.entry("SUCCEEDED", "32"),
          Map.entry("COMPLETED", "32"),
          Map.entry("FAILED", "31"),
          Map.entry("DEAD", "35"),
          Map.entry("CANCELLED", "90"),
          Map.entry("LOST", "31"),
          Map.entry("INTERRUPTED", "33"),
          Map.entry("SNOOZED", "36"),
          Map.entry("PAUSED", "33"));

  private final boolean colours;

  Paint(boolean colours) {
    this.colours = colours;
  }

  /** Returns {@code text}, which says or belongs to {@code state}, in the state's colour. */
  String state(String state, String text) {
    String code = STATES.get(state.strip().toUpperCase(Locale.ROOT));
    return colours && code != null ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
