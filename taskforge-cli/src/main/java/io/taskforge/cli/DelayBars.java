package io.taskforge.cli;

import io.taskforge.cli.output.Glyphs;
import io.taskforge.retry.DelayRange;
import io.taskforge.text.DurationText;
import java.time.Duration;

/**
 * Delays as bars on one scale: solid up to the shortest delay, shaded up to the longest.
 *
 * @param longest the delay of a bar of full width
 */
record DelayBars(Duration longest, Glyphs glyphs) {
  static final int WIDTH = 20;

  /** Returns a bar that is never empty for a delay above zero. */
  String bar(DelayRange delay) {
    int solid = cells(delay.min());
    int end = cells(delay.max());
    if (end == 0 && !delay.max().isZero()) {
      return delay.min().equals(delay.max()) ? glyphs.solid() : glyphs.shade();
    }
    return glyphs.solid().repeat(solid) + glyphs.shade().repeat(end - solid);
  }

  private int cells(Duration delay) {
    return longest.isZero()
        ? 0
        : (int) Math.round(WIDTH * (double) delay.toNanos() / longest.toNanos());
  }

  String legend(boolean jittered) {
    String scale =
        "bars: %s is %s".formatted(glyphs.solid().repeat(WIDTH), DurationText.forPeople(longest));
    return jittered
        ? scale + "; " + glyphs.solid() + " waited in any case, " + glyphs.shade() + " up to chance"
        : scale;
  }
}
