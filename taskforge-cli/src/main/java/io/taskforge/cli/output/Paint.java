package io.taskforge.cli.output;

import java.util.Locale;
import java.util.Map;

/**
 * Colours text for a terminal.
 *
 * @param enabled whether to colour; otherwise text is returned unchanged
 */
public record Paint(boolean enabled) {
  /** An ANSI text style. */
  public enum Style {
    PLAIN(0),
    BOLD(1),
    FAINT(2),
    RED(31),
    GREEN(32),
    YELLOW(33),
    BLUE(34),
    MAGENTA(35),
    CYAN(36),
    GREY(90);

    private final int code;

    Style(int code) {
      this.code = code;
    }
  }

  private static final Map<String, Style> STATES =
      Map.ofEntries(
          Map.entry("QUEUED", Style.CYAN),
          Map.entry("RUNNING", Style.BLUE),
          Map.entry("RETRYING", Style.YELLOW),
          Map.entry("SUCCEEDED", Style.GREEN),
          Map.entry("COMPLETED", Style.GREEN),
          Map.entry("FAILED", Style.RED),
          Map.entry("DEAD", Style.MAGENTA),
          Map.entry("CANCELLED", Style.GREY),
          Map.entry("LOST", Style.RED),
          Map.entry("INTERRUPTED", Style.YELLOW),
          Map.entry("SNOOZED", Style.CYAN),
          Map.entry("PAUSED", Style.YELLOW));

  public String text(Style style, String text) {
    return enabled && style != Style.PLAIN
        ? "\u001b[" + style.code + "m" + text + "\u001b[0m"
        : text;
  }

  /** Returns {@code text} in the colour of {@code state}; unchanged for an unknown state. */
  public String state(String state, String text) {
    Style style = STATES.getOrDefault(state.strip().toUpperCase(Locale.ROOT), Style.PLAIN);
    return text(style, text);
  }
}
