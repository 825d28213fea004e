package io.taskforge.server.cli;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How far a long piece of work has come, on standard error: a bar that moves on a terminal, a line
 * every few seconds elsewhere, nothing for what is over at once. Not thread-safe.
 */
final class Progress {
  private static final int WIDTH = 30;
  private static final Duration ON_A_TERMINAL = Duration.ofMillis(100);
  private static final Duration ELSEWHERE = Duration.ofSeconds(5);

  private final Console console;
  private final LongSupplier nanos;
  private final String what;
  private final long total;
  private final long start;
  private long shownAt;
  private boolean shown;

  /**
   * Starts at nothing done.
   *
   * @param nanos a clock that only goes forward
   * @param total how much there is to do; 0 if that is not known
   */
  Progress(Console console, LongSupplier nanos, String what, long total) {
    this.console = console;
    this.nanos = nanos;
    this.what = what;
    this.total = total;
    this.start = nanos.getAsLong();
    this.shownAt = start;
  }

  /** Says how much is done. */
  void at(long done) {
    long now = nanos.getAsLong();
    long apart = (console.colours() ? ON_A_TERMINAL : ELSEWHERE).toNanos();
    if (now - shownAt >= apart) {
      shownAt = now;
      print(done, now);
    }
  }

  /** Says that no more comes; a bar that was begun stays where it ended. */
  void end(long done) {
    if (shown) {
      print(done, nanos.getAsLong());
      if (console.colours()) {
        console.err().println();
      }
      console.err().flush();
    }
  }

  private void print(long done, long now) {
    shown = true;
    String line = line(done, now);
    if (console.colours()) {
      console.err().print("\r\u001b[K" + line);
    } else {
      console.err().println(line);
    }
    console.err().flush();
  }

  private String line(long done, long now) {
    double seconds = Math.max(1e-9, (now - start) / 1e9);
    String rate = "%,.0f/s".formatted(done / seconds);
    if (total <= 0) {
      return "%s %,d  %s".formatted(what, done, rate);
    }
    double part = Math.min(1, (double) done / total);
    int solid = (int) (part * WIDTH);
    Glyphs glyphs = console.glyphs();
    String bar = glyphs.solid().repeat(solid) + glyphs.shade().repeat(WIDTH - solid);
    return "%s %s %3.0f%%  %,d of %,d  %s".formatted(what, bar, part * 100, done, total, rate);
  }
}
