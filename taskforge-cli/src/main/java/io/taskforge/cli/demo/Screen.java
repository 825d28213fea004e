package io.taskforge.cli.demo;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Paint;
import io.taskforge.cli.output.Paint.Style;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Prints the demo's output; prints nothing after it is closed. Thread-safe. */
public final class Screen implements AutoCloseable {
  private static final int NAME_WIDTH = 15;

  private final Console console;
  private final Paint paint;
  private final LongSupplier ticker;
  private final long start;
  private boolean closed; // guarded by this

  /**
   * Creates a screen whose time starts now.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public Screen(Console console, LongSupplier ticker) {
    this.console = console;
    this.paint = new Paint(console.colours());
    this.ticker = ticker;
    this.start = ticker.getAsLong();
  }

  Console console() {
    return console;
  }

  /** Returns the time since the screen was created. */
  Duration elapsed() {
    return Duration.ofNanos(ticker.getAsLong() - start);
  }

  /** Prints an event of a story, with the elapsed time. */
  void happened(String story, Style style, String text) {
    String time = String.format(Locale.ROOT, "%5.1fs", elapsed().toMillis() / 1_000.0);
    String name = String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", story);
    line(
        paint.text(Style.FAINT, time)
            + "  "
            + paint.text(Style.BOLD, name)
            + paint.text(style, text));
  }

  /** Prints a headline after an empty line. */
  void headline(String text) {
    line("");
    line(paint.text(Style.BOLD, text));
  }

  /** Prints text of one or more lines. */
  void text(Style style, String text) {
    text.lines().forEach(each -> line(paint.text(style, each)));
  }

  private synchronized void line(String text) {
    if (!closed) {
      console.out().println(console.glyphs().drawn(text));
      console.out().flush();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
