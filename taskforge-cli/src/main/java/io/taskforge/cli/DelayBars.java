package io.taskforge.cli;

import io.taskforge.cli.output.Glyphs;
import io.taskforge.retry.DelayRange;
import io.taskforge.text.DurationText;
import java.time.Duration;

/** Delays as bars on one scale: solid up to the shortest delay, shaded up to the longest. */
final class DelayBars {
  static final int WIDTH = 20;

  private final Duration longest;
  private final Glyphs glyphs;

  private DelayBars(Duration longest, Glyphs glyphs) {
    this.longest = longest;
    this.glyphs = glyphs;
  }

  static DelayBars upTo(Duration longest, Glyphs glyphs) {
    return new DelayBars(longest, glyphs);
  }

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
