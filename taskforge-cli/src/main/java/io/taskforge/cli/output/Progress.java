package io.taskforge.cli.output;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Shows the progress of an operation on standard error: a progress bar on a terminal, otherwise a
 * line every few seconds, and nothing for short operations. Not thread-safe.
 */
public final class Progress {
  private static final int WIDTH = 30;
  private static final Duration ON_A_TERMINAL = Duration.ofMillis(100);
  private static final Duration ELSEWHERE = Duration.ofSeconds(5);
  private static final Duration STALLED = Duration.ofSeconds(5);

  private final Console console;
  private final LongSupplier nanos;
  private final String what;
  private final long total;
  private long shownAt;
  private boolean shown;
  private long firstDone;
  private long firstAt;
  private long lastDone;
  private long lastAt;

  /**
   * Starts at 0.
   *
   * @param nanos a monotonic clock
   * @param total 0 if it is unknown
   */
  public Progress(Console console, LongSupplier nanos, String what, long total) {
    this.console = console;
    this.nanos = nanos;
    this.what = what;
    this.total = total;
    this.shownAt = nanos.getAsLong();
  }

  /** Reports how much is done. */
  public void at(long done) {
    long now = nanos.getAsLong();
    observe(done, now);
    long apart = (console.colours() ? ON_A_TERMINAL : ELSEWHERE).toNanos();
    if (now - shownAt >= apart) {
      shownAt = now;
      print(done, now);
    }
  }

  /** Reports the end; a bar that was shown stays on the terminal. */
  public void end(long done) {
    long now = nanos.getAsLong();
    observe(done, now);
    if (shown) {
      print(done, now);
      if (console.colours()) {
        console.err().println();
      }
      console.err().flush();
    }
  }

  private void observe(long done, long now) {
    if (firstDone == 0) {
      firstDone = done;
      firstAt = now;
    }
    if (done != lastDone) {
      lastDone = done;
      lastAt = now;
    }
  }

  /**
   * Returns the rate since the first batch; empty until there are two. The first batch is excluded:
   * rate-limited work begins with a whole batch, so including it would exceed the limit.
   */
  private String rate(long now) {
    long end = Math.max(lastAt, now - STALLED.toNanos());
    return lastDone == firstDone
        ? ""
        : "  %,.0f/s".formatted((lastDone - firstDone) / ((end - firstAt) / 1e9));
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
    String rate = rate(now);
    if (total <= 0) {
      return "%s %,d%s".formatted(what, done, rate);
    }
    double part = Math.min(1, (double) done / total);
    int solid = (int) (part * WIDTH);
    Glyphs glyphs = console.glyphs();
    String bar = glyphs.solid().repeat(solid) + glyphs.shade().repeat(WIDTH - solid);
    return "%s %s %3.0f%%  %,d of %,d%s".formatted(what, bar, part * 100, done, total, rate);
  }
}
