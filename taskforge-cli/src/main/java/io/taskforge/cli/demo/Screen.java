package io.taskforge.cli.demo;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Paint;
import io.taskforge.cli.output.Paint.Style;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Where the demo is shown, line by line; silent once it is closed. Thread-safe. */
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

  /** How long it has been there. */
  Duration elapsed() {
    return Duration.ofNanos(ticker.getAsLong() - start);
  }

  /** Shows something that happened in a story, now. */
  void happened(String story, Style style, String text) {
    String time = String.format(Locale.ROOT, "%5.1fs", elapsed().toMillis() / 1_000.0);
    String name = String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", story);
    line(
        paint.text(Style.FAINT, time)
            + "  "
            + paint.text(Style.BOLD, name)
            + paint.text(style, text));
  }

  /** Shows a headline, with space above. */
  void headline(String text) {
    line("");
    line(paint.text(Style.BOLD, text));
  }

  /** Shows text of one or more lines. */
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
